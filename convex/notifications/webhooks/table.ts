import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { WEBHOOK_EVENTS } from "../../shared/webhooks";

export const webhookEvent = literals(...WEBHOOK_EVENTS);

export const endpointFields = {
  ownerId: v.id("users"),
  url: v.string(),
  events: v.array(webhookEvent),
  isOn: v.boolean(),
  /** Why it was switched off by itself: its receiver said that it is gone, or did nothing but fail. */
  off: v.union(v.object({ why: literals("gone", "failing"), atMs: v.number() }), v.null()),
  /** Its secret is made of this and of a key of the deployment's: none is kept. */
  secretNumber: v.number(),
  /** When the secret of before was replaced; null for the first. */
  rotatedAtMs: v.union(v.number(), v.null()),
  /** Since when nothing but failure; null while it takes what it gets. */
  failingSinceMs: v.union(v.number(), v.null()),
  /** Whether it took its time to answer the last time. */
  isSlow: v.boolean(),
  /** It asked to be left alone until then. */
  pausedUntilMs: v.union(v.number(), v.null()),
};

export const attempt = v.object({
  atMs: v.number(),
  /** Null where there was no answer. */
  status: v.union(v.number(), v.null()),
  tookMs: v.number(),
  /** The beginning of the answer, or why there was none. */
  said: v.string(),
});
export type Attempt = Infer<typeof attempt>;

export const deliveryFields = {
  ownerId: v.id("users"),
  endpointId: v.id("webhookEndpoints"),
  /** Counts the deliveries of an endpoint. */
  number: v.number(),
  /** The same for every endpoint and every attempt, so that a receiver knows what it had before. */
  eventId: v.string(),
  /** An event's, or "test". */
  type: v.string(),
  /** As it is sent, to the letter: it is what is signed. */
  body: v.string(),
  state: literals("waiting", "delivered", "failed"),
  /** Set while it waits. */
  nextAtMs: v.union(v.number(), v.null()),
  /** Failures since it was asked for. */
  failures: v.number(),
  /** The newest last. */
  attempts: v.array(attempt),
};
