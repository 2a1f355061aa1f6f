import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import { OTHER_WAYS } from "../../catalog/otherWays";

/** What a mail says. Links and codes are made when it is sent (proofs.ts), so that none is kept. */
export const message = v.union(
  v.object({ template: v.literal("resetPassword"), resetId: v.id("passwordResets") }),
  v.object({ template: v.literal("confirmAddress"), untilMs: v.number() }),
  v.object({
    template: v.literal("newPlace"),
    device: v.union(v.string(), v.null()),
    timeZone: v.union(v.string(), v.null()),
    atMs: v.number(),
  }),
  v.object({ template: v.literal("passwordChanged"), atMs: v.number() }),
  /** Signing in with Google or GitHub, on an account that was there before. */
  v.object({ template: v.literal("newWay"), way: literals(...OTHER_WAYS), atMs: v.number() }),
  /** To the new address; `standing` is what must not have changed when the link comes back. */
  v.object({ template: v.literal("newAddress"), standing: v.string(), untilMs: v.number() }),
  /** To the address before; without the new one where it was never confirmed. */
  v.object({
    template: literals("addressAsked", "addressMoved"),
    to: v.union(v.string(), v.null()),
    atMs: v.number(),
  }),
);
export type Message = Infer<typeof message>;

export const stopReason = literals("bounced", "complained", "refused");
export type StopReason = Infer<typeof stopReason>;

export const mailFields = {
  /** Names what it is sent for: there is one mail of a key. */
  key: v.string(),
  ownerId: v.id("users"),
  to: v.string(),
  message,
  /** After this it is not worth sending. */
  usefulUntilMs: v.union(v.number(), v.null()),
  state: v.union(literals("waiting", "sent", "dropped", "failed"), stopReason),
};
