import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { WEBHOOK_EVENTS } from "../../shared/webhooks";
import { messenger } from "../messengers/table";

export const webhookEvent = literals(...WEBHOOK_EVENTS);

export const endpointFields = {
  ownerId: v.id("users"),
  url: v.string(),
  /** Missing for an owner's own server. */
  messenger: v.optional(messenger),
  events: v.array(webhookEvent),
  isOn: v.boolean(),
  /** Why we switched it off: its server answered 410 Gone, or every attempt failed for days. */
  off: v.union(
    v.object({
      why: literals("gone", "failing"),
      atMs: v.number(),
      /** What the messenger answered. Missing for an owner's own server. */
      answer: v.optional(v.string()),
    }),
    v.null(),
  ),
  /** The secret is derived from this and a key of the deployment, so it is not stored. */
  secretNumber: v.number(),
  /** When the previous secret was replaced. Null for the first secret. */
  rotatedAtMs: v.union(v.number(), v.null()),
  /** The time of the first failure since the last success. Null after a success. */
  failingSinceMs: v.union(v.number(), v.null()),
  /** Whether its last response was slow. */
  isSlow: v.boolean(),
  /** It asked us to wait until then. */
  pausedUntilMs: v.union(v.number(), v.null()),
};

export const attempt = v.object({
  atMs: v.number(),
  /** Null if there was no response. */
  status: v.union(v.number(), v.null()),
  durationMs: v.number(),
  /** The beginning of the response, or why there was none. */
  response: v.string(),
});
export type Attempt = Infer<typeof attempt>;

/** "gone": the receiver says that it will never accept events again. */
export const attemptVerdict = literals("delivered", "failed", "gone");
export type AttemptVerdict = Infer<typeof attemptVerdict>;

export const deliveryFields = {
  ownerId: v.id("users"),
  endpointId: v.id("webhookEndpoints"),
  /** Counts the deliveries of an endpoint. */
  number: v.number(),
  /** The same for all endpoints and attempts, so that receivers recognize duplicates. */
  eventId: v.string(),
  /** An event, or "test". */
  type: v.string(),
  /** The exact text that is signed and sent. For a messenger, the message before it gets that messenger's format. */
  body: v.string(),
  state: literals("waiting", "delivered", "failed"),
  /** When the next attempt is due. Null unless the state is "waiting". */
  nextAtMs: v.union(v.number(), v.null()),
  /** Since it was last requested. */
  failures: v.number(),
  /** The newest is last. */
  attempts: v.array(attempt),
};
