/** What tests and developers may do to the platform that no customer of the vendor can. */
import { ENDED_REASONS } from "../calls/ended-reason.ts";
import type { EndedReason } from "../calls/ended-reason.ts";
import type { Switchboard } from "../calls/switchboard.ts";
import { isSameSecret } from "../keys.ts";
import { checked, jsonOf } from "../published/requests.ts";
import type { Schema } from "../published/schema.ts";
import { NO_FAULTS } from "../webhooks/courier.ts";
import type { Courier, WebhookFaults } from "../webhooks/courier.ts";
import { ApiError } from "./api-error.ts";
import type { Faults, RouteFault } from "./faults.ts";
import type { Route } from "./router.ts";

export interface ControlRoutesParts {
  controlToken: string;
  switchboard: Switchboard;
  courier: Courier;
  faults: Faults;
  setConcurrencyLimit(limit: number): void;
  setOutputDelay(delayMs: number): void;
  /** Ends all calls and forgets everything but the keys. */
  reset(): Promise<void>;
}

const CONTROL_HEADER = "x-control-token";

const faultBody = body(["method", "path", "status"], {
  method: { enum: ["GET", "POST", "PATCH", "DELETE"] },
  path: { type: "string", minLength: 1 },
  status: { type: "number", minimum: 400, maximum: 599 },
  message: { type: "string" },
  count: { type: "number", minimum: 1 },
});
const webhookBody = body([], {
  mode: { enum: ["deliver", "hold", "drop"] },
  copies: { type: "number", minimum: 1, maximum: 10 },
  delayMs: { type: "number", minimum: 0 },
  types: { type: "array", items: { type: "string" } },
});
const releaseBody = body(["ids"], { ids: { type: "array", items: { type: "number" } } });
const hangUpBody = body([], { reason: { enum: [...ENDED_REASONS] } });
const downBody = body(["isDown"], { isDown: { type: "boolean" } });
const outputsBody = body(["delayMs"], { delayMs: { type: "number", minimum: 0 } });
const limitBody = body(["limit"], { limit: { type: "number", minimum: 0 } });

function body(required: string[], properties: Record<string, Schema>): Schema {
  return { type: "object", properties, required };
}

export function controlRoutes(parts: ControlRoutesParts): Route[] {
  const { switchboard, courier, faults } = parts;
  const done = () => new Response(null, { status: 204 });

  const route = (
    method: Route["method"],
    path: string,
    act: (body: unknown, params: Record<string, string>) => Promise<Response> | Response,
  ): Route => ({
    method,
    path: `/_control/${path}`,
    access: "open",
    async handle({ request, params }) {
      if (!isSameSecret(request.headers.get(CONTROL_HEADER) ?? "", parts.controlToken)) {
        throw new ApiError(401, `The header ${CONTROL_HEADER} is missing or not valid.`);
      }
      return act(method === "POST" ? await jsonOf(request) : undefined, params);
    },
  });

  return [
    route("POST", "reset", async () => {
      await parts.reset();
      return done();
    }),
    route("GET", "state", () =>
      Response.json({
        isDown: faults.isDown,
        faults: faults.list(),
        calls: switchboard.liveCalls(),
        webhooks: courier.deliveries(),
      }),
    ),
    route("POST", "faults", (body) => {
      const fault = checked(faultBody, body) as Partial<RouteFault>;
      faults.add({
        ...{ method: "", path: "", status: 500, message: "A failure on demand.", count: 1 },
        ...fault,
      });
      return done();
    }),
    route("POST", "faults/clear", () => {
      faults.clear();
      return done();
    }),
    route("POST", "webhooks", (body) => {
      const given = checked(webhookBody, body) as Partial<WebhookFaults>;
      courier.setFaults({ ...NO_FAULTS, ...given });
      return done();
    }),
    route("POST", "webhooks/release", (body) => {
      courier.release((checked(releaseBody, body) as { ids: number[] }).ids);
      return done();
    }),
    route("POST", "calls/:id/hang-up", async (body, { id = "" }) => {
      const { reason = "assistant-ended-call" } = checked(hangUpBody, body) as {
        reason?: EndedReason;
      };
      if (!(await switchboard.end(id, reason)))
        throw new ApiError(404, `No call ${id} is under way.`);
      return done();
    }),
    route("POST", "calls/:id/drop-socket", (_body, { id = "" }) => {
      if (!switchboard.dropSocket(id))
        throw new ApiError(404, `Nobody is in the room of call ${id}.`);
      return done();
    }),
    route("POST", "down", (body) => {
      faults.isDown = (checked(downBody, body) as { isDown: boolean }).isDown;
      return done();
    }),
    route("POST", "outputs", (body) => {
      parts.setOutputDelay((checked(outputsBody, body) as { delayMs: number }).delayMs);
      return done();
    }),
    route("POST", "concurrency-limit", (body) => {
      parts.setConcurrencyLimit((checked(limitBody, body) as { limit: number }).limit);
      return done();
    }),
  ];
}
