/** What an attempt means for the delivery, and for the endpoint that it went to. */
import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { enqueue } from "../../jobs/enqueue";
import { internalMutation } from "../../lib/internalFunctions";
import { DAY_MS, MINUTE_MS } from "../../shared/durations";
import { FAILING_DAYS } from "../../shared/webhooks";
import { notifyOwner } from "../mail/notifyOwner";
import type { Message } from "../mail/table";
import { isSlow as tookLong, queueOf } from "./queues";
import { delayAfter } from "./retries";
import { retryNow } from "./retryNow";
import { type Attempt, attempt } from "./table";

type Endpoint = Doc<"webhookEndpoints">;
type Change = Partial<
  Pick<Endpoint, "isOn" | "off" | "failingSinceMs" | "isSlow" | "pausedUntilMs">
>;

const MOST_ATTEMPTS_KEPT = 12;
/** A receiver that was down for longer gets what waits for it at once when it is back. */
const OUTAGE_MS = 5 * MINUTE_MS;
const GONE = 410;

interface Noted {
  deliveryId: Id<"webhookDeliveries">;
  attempt: Attempt;
  pauseMs: number | null;
}

/** Says whether the run that made it goes on with this endpoint. */
export async function saveAttempt(
  ctx: MutationCtx,
  { deliveryId, attempt, pauseMs }: Noted,
): Promise<boolean> {
  const delivery = await ctx.db.get("webhookDeliveries", deliveryId);
  if (delivery === null) return true;
  const isDelivered = isSuccess(attempt);
  const attempts = [...delivery.attempts, attempt].slice(-MOST_ATTEMPTS_KEPT);
  // Another run may have delivered it meanwhile.
  if (delivery.state !== "waiting")
    await ctx.db.patch("webhookDeliveries", deliveryId, { attempts });
  else {
    const after = isDelivered ? DELIVERED : failed(delivery.failures + 1, attempt);
    await ctx.db.patch("webhookDeliveries", deliveryId, { attempts, ...after });
  }
  const endpoint = await ctx.db.get("webhookEndpoints", delivery.endpointId);
  if (endpoint?.isOn !== true) return false;
  return await noteOfEndpoint(ctx, endpoint, changeAfter(endpoint, attempt, pauseMs));
}

const DELIVERED = { state: "delivered", nextAtMs: null, failures: 0 } as const;

export const recordAttempt = internalMutation({
  args: {
    deliveryId: v.id("webhookDeliveries"),
    attempt,
    pauseMs: v.union(v.number(), v.null()),
  },
  returns: v.boolean(),
  handler: async (ctx, noted) => await saveAttempt(ctx, noted),
});

function failed(failures: number, { status }: Attempt) {
  const delayMs = status === GONE ? null : delayAfter(failures, Math.random());
  if (delayMs === null) return { state: "failed", nextAtMs: null, failures } as const;
  return { nextAtMs: Date.now() + delayMs, failures };
}

function isSuccess({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** What an attempt changes of an endpoint. */
function changeAfter(endpoint: Endpoint, attempt: Attempt, pauseMs: number | null): Change {
  const nowMs = Date.now();
  const isSlow = tookLong(attempt.tookMs);
  if (isSuccess(attempt)) return { failingSinceMs: null, isSlow, pausedUntilMs: null };
  const failingSinceMs = endpoint.failingSinceMs ?? nowMs;
  const pausedUntilMs = pauseMs === null ? null : nowMs + pauseMs;
  const failing = { failingSinceMs, isSlow, pausedUntilMs };
  const isGone = attempt.status === GONE;
  if (!isGone && nowMs - failingSinceMs < FAILING_DAYS * DAY_MS) return failing;
  return { ...failing, isOn: false, off: { why: isGone ? "gone" : "failing", atMs: nowMs } };
}

async function noteOfEndpoint(
  ctx: MutationCtx,
  before: Endpoint,
  change: Change,
): Promise<boolean> {
  const after = { ...before, ...change };
  const fields = Object.keys(change) as (keyof Change)[];
  if (fields.every((field) => before[field] === after[field])) return true;
  await ctx.db.patch("webhookEndpoints", before._id, change);
  if (!after.isOn) {
    await tellThatOff(ctx, after);
    return false;
  }
  const { failingSinceMs } = before;
  const isBack = failingSinceMs !== null && after.failingSinceMs === null;
  if (isBack && Date.now() - failingSinceMs >= OUTAGE_MS) await retryNow(ctx, before._id);
  if (queueOf(before) === queueOf(after)) return true;
  await enqueue(ctx, queueOf(after), [before._id]);
  return false;
}

/** Not of one that is on again, or gone. */
export async function currentWebhookMessage(
  ctx: MutationCtx,
  message: Extract<Message, { template: "webhookOff" }>,
): Promise<Message | null> {
  const endpoint = await ctx.db.get("webhookEndpoints", message.endpointId);
  return endpoint?.isOn === false && endpoint.off?.atMs === message.atMs ? message : null;
}

async function tellThatOff(ctx: MutationCtx, { _id, ownerId, url, off }: Endpoint): Promise<void> {
  if (off === null) return;
  const message = {
    template: "webhookOff" as const,
    endpointId: _id,
    host: new URL(url).host,
    ...off,
  };
  await notifyOwner(ctx, ownerId, [{ key: `webhookOff/${_id}/${off.atMs}`, message }]);
}
