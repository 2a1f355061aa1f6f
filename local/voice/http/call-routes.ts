import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { recordingFile } from "../calls/recording-links.ts";
import type { RecordingLinks } from "../calls/recording-links.ts";
import type { Switchboard } from "../calls/switchboard.ts";
import { checked, checkedBody, jsonOf, notSimulated } from "../published/requests.ts";
import type { Schema } from "../published/schema.ts";
import type { Filter, PlatformStore } from "../store/platform-store.ts";
import { ApiError } from "./api-error.ts";
import { filterOf } from "./lists.ts";
import { found } from "./resource-parts.ts";
import type { Route } from "./router.ts";

export interface CallRoutesParts {
  store: PlatformStore;
  switchboard: Switchboard;
  links: RecordingLinks;
  recordingsFolder: string;
  /** Throws unless the request has the public key. */
  requirePublicKey: (request: Request) => void;
}

/**
 * What a control address takes: "Live Call Control" (docs.vapi.ai/calls/call-features), of which the
 * document says nothing.
 */
const CONTROL: Schema = {
  type: "object",
  // The others have fields of their own, and are not simulated.
  properties: { type: { enum: ["end-call"] } },
  required: ["type"],
};
const OTHER_CONTROLS = ["add-message", "control", "say", "transfer"];

export function callRoutes({
  store,
  switchboard,
  links,
  recordingsFolder,
  requirePublicKey,
}: CallRoutesParts): Route[] {
  return [
    {
      method: "POST",
      path: "/call/web",
      access: "public",
      async handle({ request }) {
        const body = checkedBody("POST /call/web", await jsonOf(request));
        return Response.json(switchboard.make(body), { status: 201 });
      },
    },
    {
      method: "GET",
      path: "/call",
      access: "private",
      async handle({ url }) {
        const filter = filterOf("GET /call", url);
        const body = Readable.toWeb(Readable.from(listAsJson(store.calls, filter)));
        return new Response(body as ReadableStream<Uint8Array>, {
          headers: { "Content-Type": "application/json" },
        });
      },
    },
    {
      method: "GET",
      path: "/call/:id",
      access: "private",
      handle: async ({ params }) => Response.json(found(store.calls, "call", params.id ?? "").call),
    },
    {
      method: "PATCH",
      path: "/call/:id",
      access: "private",
      async handle({ request, params }) {
        const { call } = found(store.calls, "call", params.id ?? "");
        const { name } = checkedBody("PATCH /call/{id}", await jsonOf(request));
        return Response.json(typeof name === "string" ? switchboard.rename(call.id, name) : call);
      },
    },
    {
      method: "DELETE",
      path: "/call/:id",
      access: "private",
      async handle({ request, params }) {
        // The vendor's document requires a JSON body, though every field of it is optional.
        if (request.headers.get("Content-Type")?.startsWith("application/json") !== true) {
          throw new ApiError(400, ["a JSON body is required"]);
        }
        checkedBody("DELETE /call/{id}", await jsonOf(request));
        const { id } = found(store.calls, "call", params.id ?? "");
        await switchboard.end(id, "call-deleted");
        const { call } = found(store.calls, "call", id);
        store.calls.delete(id);
        await rm(recordingFile(recordingsFolder, id), { force: true });
        return Response.json(call);
      },
    },
    {
      method: "POST",
      path: "/:id/control",
      // The id is the secret, as in the vendor's guide, unless the monitor plan asks for a key.
      access: "open",
      async handle({ request, params }) {
        const control = switchboard.controlOf(params.id ?? "");
        if (control === null) throw new ApiError(404, `There is no call ${params.id} to control.`);
        if (control.needsKey) requirePublicKey(request);
        const given = await jsonOf(request);
        const { type } = (given ?? {}) as { type?: unknown };
        if (OTHER_CONTROLS.some((other) => other === type)) throw notSimulated([String(type)]);
        checked(CONTROL, given);
        const { id } = found(store.calls, "call", params.id ?? "");
        if (!(await switchboard.end(id, "manually-canceled"))) {
          throw new ApiError(400, `Call ${id} has ended already.`);
        }
        return new Response(null, { status: 200 });
      },
    },
    {
      method: "GET",
      path: "/call/:id/mono-recording",
      access: "private",
      async handle({ params }) {
        const { call } = found(store.calls, "call", params.id ?? "");
        if (call.artifact?.recordingUrl === undefined) {
          throw new ApiError(404, `Call ${call.id} has no recording.`);
        }
        return new Response(null, {
          status: 302,
          headers: { Location: new URL(links.make(call.id).path, call.transport.callUrl).href },
        });
      },
    },
    {
      method: "GET",
      path: "/recordings/:id",
      access: "open",
      async handle({ params, url }) {
        const callId = params.id ?? "";
        if (!links.isValid(callId, url.searchParams)) {
          throw new ApiError(403, "This link has expired or was never given out.");
        }
        const file = recordingFile(recordingsFolder, callId);
        const size = await stat(file).then(
          (found) => found.size,
          () => null,
        );
        if (size === null) throw new ApiError(404, "This recording has been deleted.");
        const body = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
        return new Response(body, {
          headers: { "Content-Type": "audio/wav", "Content-Length": String(size) },
        });
      },
    },
  ];
}

// A call of half an hour is a tenth of a megabyte, of which a few milliseconds are enough to make JSON.
const CALLS_AT_ONCE = 10;

/** A few at a time, with turns of the event loop between: a page of a thousand is many megabytes. */
async function* listAsJson(calls: PlatformStore["calls"], filter: Filter): AsyncGenerator<Buffer> {
  const ids = calls.ids(filter);
  let before = "[";
  for (let at = 0; at < ids.length; at += CALLS_AT_ONCE) {
    const some = ids.slice(at, at + CALLS_AT_ONCE).flatMap((id) => calls.get(id)?.call ?? []);
    for (const call of some) {
      yield Buffer.from(before + JSON.stringify(call));
      before = ",";
    }
    await nextTurn();
  }
  yield Buffer.from(before === "[" ? "[]" : "]");
}
