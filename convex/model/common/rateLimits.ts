import { HOUR, MINUTE, RateLimiter } from "@convex-dev/rate-limiter";
import { components } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../../_generated/server";
import { MESSAGES } from "../../catalog/messages";
import { MAILS_AN_HOUR } from "../../catalog/outcomeMails";
import { userError } from "./userError";

/** How often is often enough. What a visitor may do is counted by embed id and by address. */
export const rateLimiter = new RateLimiter(components.rateLimiter, {
  callsByEmbedId: { kind: "token bucket", rate: 60, period: MINUTE, capacity: 30 },
  callsByAddress: { kind: "token bucket", rate: 10, period: MINUTE, capacity: 10 },
  // A whole office or school may share an address.
  signUpsByAddress: { kind: "token bucket", rate: 200, period: HOUR, capacity: 200 },
  // docs/decisions/0009-sign-in-limits.md
  signInsFromFamiliarPlace: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  signInsByNetwork: { kind: "token bucket", rate: 100, period: HOUR, capacity: 100 },
  signInsByNetworkAndAccount: { kind: "token bucket", rate: 5, period: HOUR, capacity: 10 },
  signInsByAccount: { kind: "token bucket", rate: 10, period: HOUR, capacity: 100 },
  // Of who is signed in, and so can be locked out of nothing but this.
  passwordChanges: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  // Each of them tries the password too.
  addressChanges: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  // Whoever asks, and from whichever account: nobody is to be flooded by whom they do not know.
  mailsToUnconfirmed: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  callDeletions: { kind: "token bucket", rate: 120, period: MINUTE, capacity: 120 },
  // docs/decisions/0017-mail-and-forgotten-passwords.md
  resetsByNetwork: { kind: "token bucket", rate: 100, period: HOUR, capacity: 100 },
  resetsFromFamiliarPlace: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  resetsByNetworkAndAccount: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  resetsByAccount: { kind: "token bucket", rate: 5, period: HOUR, capacity: 20 },
  confirmations: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  mailChoices: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
  recipientWrites: { kind: "token bucket", rate: 60, period: HOUR, capacity: 30 },
  outcomeMails: {
    kind: "token bucket",
    rate: MAILS_AN_HOUR,
    period: HOUR,
    capacity: MAILS_AN_HOUR,
  },
  seenSites: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  voiceAssistants: { kind: "token bucket", rate: 60, period: HOUR, capacity: 20 },
  uploads: { kind: "token bucket", rate: 120, period: HOUR, capacity: 30 },
  assistantWrites: { kind: "token bucket", rate: 60, period: MINUTE, capacity: 60 },
  outcomeWrites: { kind: "token bucket", rate: 240, period: MINUTE, capacity: 240 },
  apiKeys: { kind: "token bucket", rate: 20, period: HOUR, capacity: 20 },
  // Services that call for many people do it from a few networks.
  apiByNetwork: { kind: "token bucket", rate: 1_200, period: MINUTE, capacity: 1_200 },
  apiByKey: { kind: "token bucket", rate: 120, period: MINUTE, capacity: 120 },
  webhookWrites: { kind: "token bucket", rate: 60, period: HOUR, capacity: 30 },
  webhookSends: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
  // Each is several requests to Stripe, which limits us in turn.
  billing: { kind: "token bucket", rate: 20, period: MINUTE, capacity: 20 },
  overageChecks: { kind: "token bucket", rate: 10, period: MINUTE, capacity: 10 },
  spendingLimits: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
});

/** Far longer than any of them takes to fill up again. */
const COUNTS_KEPT_MS = 7 * 24 * HOUR;

/**
 * The component keeps a row for each key that was ever counted. It deletes a hundred at once and goes on
 * by itself; it goes by when counting began, so that a key in steady use begins anew once a week.
 */
export async function forgetOldCounts(ctx: MutationCtx): Promise<void> {
  const before = Date.now() - COUNTS_KEPT_MS;
  await ctx.runMutation(components.rateLimiter.lib.clearAll, { before });
}

type OwnerLimit =
  | "apiKeys"
  | "addressChanges"
  | "passwordChanges"
  | "callDeletions"
  | "confirmations"
  | "mailChoices"
  | "voiceAssistants"
  | "uploads"
  | "assistantWrites"
  | "outcomeWrites"
  | "recipientWrites"
  | "webhookWrites"
  | "webhookSends"
  | "billing"
  | "overageChecks"
  | "spendingLimits";

/** Counted whether they succeed or not, so that nobody can try out which addresses have an account. */
export async function countSignUp(ctx: ActionCtx): Promise<void> {
  const { ip } = await ctx.meta.getRequestMetadata();
  if (ip === null) return;
  const { ok } = await rateLimiter.limit(ctx, "signUpsByAddress", { key: ip });
  if (!ok) throw userError("too_many_requests", MESSAGES.tooManyRequests);
}

export async function countOwnerRequest(
  ctx: MutationCtx | ActionCtx,
  name: OwnerLimit,
  ownerId: Id<"users">,
): Promise<void> {
  const { ok } = await rateLimiter.limit(ctx, name, { key: ownerId });
  if (!ok) throw userError("too_many_requests", MESSAGES.tooManyRequests);
}
