/** What tests and developers may do to the platform that no customer of the vendor can. */
import { ENDED_REASONS } from "../calls/ended-reason.ts";
import type { EndedReason } from "../calls/ended-reason.ts";
import type { Switchboard } from "../calls/switchboard.ts";
import { isSameSecret } from "../keys.ts";
import {
  checkedBody,
  flag,
  jsonOf,
  listOf,
  number,
  oneOf,
  optional,
  required,
  text,
} from "../shapes/check.ts";
import type { Fields } from "../shapes/check.ts";
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
  /** Ends all calls and forgets everything but the keys. */
  reset(): Promise<void>;
}

const CONTROL_HEADER = "x-control-token";

const faultFields: Fields = {
  method: required(oneOf("GET", "POST", "PATCH", "DELETE")),
  path: required(text({ min: 1 })),
  status: required(number({ min: 400, max: 599 })),
  message: optional(text()),
  count: optional(number({ min: 1 })),
};
const webhookFields: Fields = {
  mode: optional(oneOf("deliver", "hold", "drop")),
  copies: optional(number({ min: 1, max: 10 })),
  delayMs: optional(number({ min: 0 })),
  types: optional(listOf(text())),
};
const releaseFields: Fields = { ids: required(listOf(number())) };
const hangUpFields: Fields = { reason: optional(oneOf(...ENDED_REASONS)) };
const downFields: Fields = { isDown: required(flag) };
const limitFields: Fields = { limit: required(number({ min: 0 })) };

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
      const fault = checkedBody(body, faultFields) as Partial<RouteFault>;
      faults.add({
        ...{ method: "", path: "", status: 500, message: "A failure on demand.", count: 1 },
        ...fault,
      });
      return done();
    }),
    route("POST", "webhooks", (body) => {
      const given = checkedBody(body, webhookFields) as Partial<WebhookFaults>;
      courier.setFaults({ ...NO_FAULTS, ...given });
      return done();
    }),
    route("POST", "webhooks/release", (body) => {
      courier.release((checkedBody(body, releaseFields) as { ids: number[] }).ids);
      return done();
    }),
    route("POST", "calls/:id/hang-up", async (body, { id = "" }) => {
      const { reason = "assistant-ended-call" } = checkedBody(body, hangUpFields) as {
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
      faults.isDown = (checkedBody(body, downFields) as { isDown: boolean }).isDown;
      return done();
    }),
    route("POST", "concurrency-limit", (body) => {
      parts.setConcurrencyLimit((checkedBody(body, limitFields) as { limit: number }).limit);
      return done();
    }),
  ];
}
