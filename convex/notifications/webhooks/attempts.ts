/** Records an attempt: what it changes in the delivery and in its endpoint. */
import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { enqueue } from "../../jobs/enqueue";
import { internalMutation } from "../../lib/internalFunctions";
import { DAY_MS, MINUTE_MS } from "../../shared/durations";
import { FAILING_DAYS } from "../../shared/webhooks";
import { notifyOwner } from "../mail/notifyOwner";
import type { Message } from "../mail/table";
import { isSuccess } from "../messengers/format";
import { isSlow as isSlowAttempt, queueOf } from "./queues";
import { delayAfter } from "./retries";
import { retryNow } from "./retryNow";
import { type Attempt, attempt, attemptVerdict, type AttemptVerdict } from "./table";

type Endpoint = Doc<"webhookEndpoints">;
type Change = Partial<
  Pick<Endpoint, "isOn" | "off" | "failingSinceMs" | "isSlow" | "pausedUntilMs">
>;

const MAX_ATTEMPTS_STORED = 12;
/** When an endpoint recovers from a longer outage, its waiting deliveries are retried at once. */
const OUTAGE_MS = 5 * MINUTE_MS;
const GONE = 410;

interface RecordedAttempt {
  deliveryId: Id<"webhookDeliveries">;
  attempt: Attempt;
  /** Missing if the status decides, as for owners' own servers. */
  verdict?: AttemptVerdict | undefined;
  pauseMs: number | null;
}

/** Returns whether the run continues with this endpoint. */
export async function saveAttempt(
  ctx: MutationCtx,
  { deliveryId, attempt, pauseMs, verdict = verdictOfStatus(attempt) }: RecordedAttempt,
): Promise<boolean> {
  const delivery = await ctx.db.get("webhookDeliveries", deliveryId);
  if (delivery === null) return true;
  const attempts = [...delivery.attempts, attempt].slice(-MAX_ATTEMPTS_STORED);
  // Another run may have delivered it in the meantime.
  if (delivery.state !== "waiting")
    await ctx.db.patch("webhookDeliveries", deliveryId, { attempts });
  else {
    const change =
      verdict === "delivered" ? DELIVERED : changeAfterFailure(delivery.failures + 1, verdict);
    await ctx.db.patch("webhookDeliveries", deliveryId, { attempts, ...change });
  }
  const endpoint = await ctx.db.get("webhookEndpoints", delivery.endpointId);
  if (endpoint?.isOn !== true) return false;
  return await applyChange(ctx, endpoint, endpointChange(endpoint, { attempt, verdict, pauseMs }));
}

const DELIVERED = { state: "delivered", nextAtMs: null, failures: 0 } as const;

export const recordAttempt = internalMutation({
  args: {
    deliveryId: v.id("webhookDeliveries"),
    attempt,
    verdict: v.optional(attemptVerdict),
    pauseMs: v.union(v.number(), v.null()),
  },
  returns: v.boolean(),
  handler: async (ctx, recorded) => await saveAttempt(ctx, recorded),
});

function changeAfterFailure(failures: number, verdict: AttemptVerdict) {
  const delayMs = verdict === "gone" ? null : delayAfter(failures, Math.random());
  if (delayMs === null) return { state: "failed", nextAtMs: null, failures } as const;
  return { nextAtMs: Date.now() + delayMs, failures };
}

function verdictOfStatus({ status }: Attempt): AttemptVerdict {
  if (status === GONE) return "gone";
  return isSuccess({ status }) ? "delivered" : "failed";
}

interface Outcome {
  attempt: Attempt;
  verdict: AttemptVerdict;
  pauseMs: number | null;
}

function endpointChange(endpoint: Endpoint, { attempt, verdict, pauseMs }: Outcome): Change {
  const nowMs = Date.now();
  const isSlow = isSlowAttempt(attempt.durationMs);
  if (verdict === "delivered") return { failingSinceMs: null, isSlow, pausedUntilMs: null };
  const failingSinceMs = endpoint.failingSinceMs ?? nowMs;
  const pausedUntilMs = pauseMs === null ? null : nowMs + pauseMs;
  const failing = { failingSinceMs, isSlow, pausedUntilMs };
  const isGone = verdict === "gone";
  if (!isGone && nowMs - failingSinceMs < FAILING_DAYS * DAY_MS) return failing;
  const answer = endpoint.messenger === undefined ? {} : { answer: attempt.response };
  const why = isGone ? "gone" : "failing";
  return { ...failing, isOn: false, off: { why, atMs: nowMs, ...answer } };
}

/** Returns whether the run continues with this endpoint. */
async function applyChange(ctx: MutationCtx, before: Endpoint, change: Change): Promise<boolean> {
  const after = { ...before, ...change };
  const fields = Object.keys(change) as (keyof Change)[];
  if (fields.every((field) => before[field] === after[field])) return true;
  await ctx.db.patch("webhookEndpoints", before._id, change);
  if (!after.isOn) {
    await notifyThatOff(ctx, after);
    return false;
  }
  const { failingSinceMs } = before;
  const isBack = failingSinceMs !== null && after.failingSinceMs === null;
  if (isBack && Date.now() - failingSinceMs >= OUTAGE_MS) await retryNow(ctx, before._id);
  if (queueOf(before) === queueOf(after)) return true;
  await enqueue(ctx, queueOf(after), [before._id]);
  return false;
}

/** Null if the endpoint was switched on again or removed. */
export async function currentWebhookMessage(
  ctx: MutationCtx,
  message: Extract<Message, { template: "webhookOff" }>,
): Promise<Message | null> {
  const endpoint = await ctx.db.get("webhookEndpoints", message.endpointId);
  return endpoint?.isOn === false && endpoint.off?.atMs === message.atMs ? message : null;
}

async function notifyThatOff(
  ctx: MutationCtx,
  { _id, ownerId, url, off, messenger }: Endpoint,
): Promise<void> {
  if (off === null) return;
  const message = {
    template: "webhookOff" as const,
    endpointId: _id,
    host: new URL(url).host,
    why: off.why,
    atMs: off.atMs,
    ...(messenger === undefined ? {} : { messenger: messenger.kind }),
  };
  await notifyOwner(ctx, ownerId, [{ key: `webhookOff/${_id}/${off.atMs}`, message }]);
}
