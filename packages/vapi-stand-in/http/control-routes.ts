/** The control API: what tests and developers can do to the platform, and customers of the vendor cannot. */
import { Hono } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { isSameSecret } from "@hark/stand-in-kit/same-secret";
import { ENDED_REASONS } from "../calls/ended-reason.ts";
import type { EndedReason } from "../calls/ended-reason.ts";
import type { Switchboard } from "../calls/switchboard.ts";
import { checked, jsonOf } from "../published/requests.ts";
import type { Schema } from "../published/schema.ts";
import { NO_FAULTS } from "../webhooks/webhook-sender.ts";
import type { WebhookSender } from "../webhooks/webhook-sender.ts";
import { ApiError } from "./api-error.ts";
import type { Faults, RouteFault } from "./faults.ts";
import { idOf } from "./resource-routes.ts";

export interface ControlRoutesParts {
  controlToken: string;
  switchboard: Switchboard;
  webhooks: WebhookSender;
  faults: Faults;
  setConcurrencyLimit(limit: number): void;
  setOutputDelay(delayMs: number): void;
  /** Ends all calls and deletes everything but the keys. */
  reset(): Promise<void>;
}

type Fields = Record<string, unknown>;

/** As published: docs.vapi.ai/chat/quickstart, "Troubleshooting". */
const NO_PAYMENT_METHOD =
  "Add a payment method to use chat. Pay-as-you-go orgs require a card on file.";
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
const anyBody = body([], {});
const limitBody = body(["limit"], { limit: { type: "number", minimum: 0 } });

function body(required: string[], properties: Record<string, Schema>): Schema {
  return { type: "object", properties, required };
}

export function controlRoutes(parts: ControlRoutesParts): Hono<AppEnv> {
  const { switchboard, webhooks, faults } = parts;
  const app = new Hono<AppEnv>();
  const command = (path: string, schema: Schema, run: (body: Fields) => void) =>
    app.post(path, async (c) => {
      run(checked(schema, await jsonOf(c)));
      return c.body(null, 204);
    });

  app.use(async (c, next) => {
    if (!isSameSecret(c.req.header(CONTROL_HEADER) ?? "", parts.controlToken)) {
      throw new ApiError(401, `The header ${CONTROL_HEADER} is missing or not valid.`);
    }
    await next();
  });

  app.post("/reset", async (c) => {
    await parts.reset();
    return c.body(null, 204);
  });
  app.get("/state", (c) =>
    c.json({
      isDown: faults.isDown,
      faults: faults.list(),
      calls: switchboard.liveCalls(),
      webhooks: webhooks.deliveries(),
    }),
  );
  command("/faults", faultBody, (given) => {
    const message = given.status === 402 ? NO_PAYMENT_METHOD : "A failure on demand.";
    const usual = { method: "", path: "", status: 500, message, count: 1 };
    faults.add({ ...usual, ...(given as Partial<RouteFault>) });
  });
  command("/faults/clear", anyBody, () => faults.clear());
  command("/webhooks", webhookBody, (given) => webhooks.setFaults({ ...NO_FAULTS, ...given }));
  command("/webhooks/release", releaseBody, ({ ids }) => webhooks.release(ids as number[]));
  command("/down", downBody, ({ isDown }) => {
    faults.isDown = isDown as boolean;
  });
  command("/outputs", outputsBody, ({ delayMs }) => parts.setOutputDelay(delayMs as number));
  command("/concurrency-limit", limitBody, ({ limit }) =>
    parts.setConcurrencyLimit(limit as number),
  );
  app.post("/calls/:id/hang-up", async (c) => {
    const id = idOf(c);
    const { reason = "assistant-ended-call" } = checked(hangUpBody, await jsonOf(c));
    if (await switchboard.end(id, reason as EndedReason)) return c.body(null, 204);
    throw new ApiError(404, `There is no live call ${id}.`);
  });
  app.post("/calls/:id/drop-socket", (c) => {
    const id = idOf(c);
    if (switchboard.dropSocket(id)) return c.body(null, 204);
    throw new ApiError(404, `Nobody is in the room of call ${id}.`);
  });

  return app;
}
