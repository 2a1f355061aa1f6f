import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Hono } from "hono";
import type { Context } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { recordingFile } from "../calls/recording-links.ts";
import type { RecordingLinks } from "../calls/recording-links.ts";
import type { NewCall, Switchboard } from "../calls/switchboard.ts";
import { checked, checkedBody, jsonOf, notSimulated } from "../published/requests.ts";
import type { Schema } from "../published/schema.ts";
import type { Filter, PlatformStore } from "../store/platform-store.ts";
import type { Call } from "../store/resources.ts";
import type { Access } from "./access.ts";
import { ApiError } from "./api-error.ts";
import { filterOf, idOf, resourceIn } from "./resource-routes.ts";

export interface CallRoutesParts {
  store: PlatformStore;
  switchboard: Switchboard;
  links: RecordingLinks;
  recordingsFolder: string;
  access: Access;
}

/** What a control address accepts: "Live Call Control" (docs.vapi.ai/calls/call-features). The document omits it. */
const CONTROL: Schema = {
  type: "object",
  // The others have fields of their own, and are not simulated.
  properties: { type: { enum: ["end-call"] } },
  required: ["type"],
};
const OTHER_CONTROLS = ["add-message", "control", "say", "transfer"];

export function callRoutes(parts: CallRoutesParts): Hono<AppEnv> {
  const { store, switchboard, access } = parts;
  const app = new Hono<AppEnv>();
  const callIn = (c: Context) => resourceIn(c, "call", store.calls).call;

  app.post("/call/web", access.privateOrPublicKey, async (c) => {
    const body = checkedBody("POST /call/web", await jsonOf(c));
    const { call, address: webCallUrl } = switchboard.make(body);
    return c.json({ ...call, webCallUrl }, 201);
  });

  app.post("/call", access.privateKey, async (c) => {
    const body: NewCall = checkedBody("POST /call", await jsonOf(c));
    const { transport } = body;
    if (transport === undefined)
      throw notSimulated(["a call without the transport vapi.websocket"]);
    const { call, address: websocketCallUrl } = switchboard.make({ ...body, transport });
    return c.json({ ...call, transport: { ...transport, websocketCallUrl } }, 201);
  });

  app.get("/call", access.privateKey, (c) => {
    const filter = filterOf("GET /call", c);
    const body = Readable.toWeb(Readable.from(listAsJson(store.calls, filter)));
    return c.body(body as ReadableStream, 200, { "Content-Type": "application/json" });
  });

  app.get("/call/:id", access.privateKey, (c) => c.json(callIn(c)));

  app.patch("/call/:id", access.privateKey, async (c) => {
    const call = callIn(c);
    const { name } = checkedBody("PATCH /call/{id}", await jsonOf(c));
    return c.json(typeof name === "string" ? switchboard.rename(call.id, name) : call);
  });

  app.delete("/call/:id", access.privateKey, async (c) => {
    const id = idOf(c);
    // The vendor's document requires a JSON body, though every field of it is optional.
    if (c.req.header("Content-Type")?.startsWith("application/json") !== true) {
      throw new ApiError(400, ["a JSON body is required"]);
    }
    checkedBody("DELETE /call/{id}", await jsonOf(c));
    callIn(c);
    await switchboard.end(id, "call-deleted");
    const call = callIn(c);
    store.calls.delete(id);
    await rm(recordingFile(parts.recordingsFolder, id), { force: true });
    return c.json(call);
  });

  // The id is the secret, as in the vendor's guide, unless the monitor plan asks for a key.
  app.post("/:id/control", async (c) => {
    const id = idOf(c);
    const control = switchboard.controlOf(id);
    if (control === null) throw new ApiError(404, `There is no call ${id} to control.`);
    if (control.needsKey) access.requirePublicKey(c);
    const given = await jsonOf(c);
    const { type } = (given ?? {}) as { type?: unknown };
    if (OTHER_CONTROLS.some((other) => other === type)) throw notSimulated([String(type)]);
    checked(CONTROL, given);
    callIn(c);
    if (!(await switchboard.end(id, "manually-canceled"))) {
      throw new ApiError(400, `Call ${id} has ended already.`);
    }
    return c.body(null);
  });

  app.route("/", recordingRoutes(parts, callIn));
  return app;
}

function recordingRoutes(
  { links, recordingsFolder, access }: CallRoutesParts,
  callIn: (c: Context) => Call,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get("/call/:id/mono-recording", access.privateKey, (c) => {
    const call = callIn(c);
    if (call.artifact?.recordingUrl === undefined) {
      throw new ApiError(404, `Call ${call.id} has no recording.`);
    }
    return c.redirect(new URL(links.make(call.id).path, c.req.url).href, 302);
  });

  app.get("/recordings/:id", async (c) => {
    const id = idOf(c);
    if (!links.isValid(id, new URL(c.req.url).searchParams)) {
      throw new ApiError(403, "This link has expired or is not valid.");
    }
    const file = recordingFile(recordingsFolder, id);
    const size = await stat(file).then(
      (found) => found.size,
      () => null,
    );
    if (size === null) throw new ApiError(404, "This recording has been deleted.");
    return c.body(Readable.toWeb(createReadStream(file)) as ReadableStream, 200, {
      "Content-Type": "audio/wav",
      "Content-Length": String(size),
    });
  });

  return app;
}

// A call of half an hour is a tenth of a megabyte: JSON of ten takes a few milliseconds.
const CALLS_PER_TURN = 10;

/** Yields to the event loop between a few calls: a page of a thousand calls is many megabytes. */
async function* listAsJson(calls: PlatformStore["calls"], filter: Filter): AsyncGenerator<Buffer> {
  const ids = calls.ids(filter);
  let before = "[";
  for (let at = 0; at < ids.length; at += CALLS_PER_TURN) {
    const chunk = ids.slice(at, at + CALLS_PER_TURN).flatMap((id) => calls.get(id)?.call ?? []);
    for (const call of chunk) {
      yield Buffer.from(before + JSON.stringify(call));
      before = ",";
    }
    await nextTurn();
  }
  yield Buffer.from(before === "[" ? "[]" : "]");
}
