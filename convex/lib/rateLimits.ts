/** All rate limits. `limitKeys.ts` defines the keys by which they count. */
import { HOUR, MINUTE, RateLimiter, type RateLimitReturns } from "@convex-dev/rate-limiter";
import { v } from "convex/values";
import { components } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { MAX_RUNS_A_DAY } from "../shared/actions";
import { MAILS_AN_HOUR } from "../shared/inboxMail";
import { LANDING_MINUTES_A_DAY } from "../shared/landingAssistant";
import { LEFT_MESSAGES_A_DAY, LEFT_MESSAGES_PER_ASSISTANT } from "../shared/limits";
import { MESSAGES } from "../shared/messages";
import { SLIP_MAILS_OF_OWNER_A_DAY, SLIP_MAILS_TO_ADDRESS_A_DAY } from "../shared/slip";
import type { Variable } from "../shared/variables";
import { optionalCount } from "./env";
import { internalMutation } from "./internalFunctions";
import { accountKey, visitorKey } from "./limitKeys";
import { userError } from "./userError";

type Limit = { kind: "token bucket"; rate: number; period: number; capacity: number };

/** Counted by the network that a request comes from. The key is its address, or null if it is unknown. */
const BY_VISITOR = {
  callsByNetwork: { kind: "token bucket", rate: 10, period: MINUTE, capacity: 10 },
  typedByNetwork: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 20 },
  leftMessagesByNetwork: { kind: "token bucket", rate: 10, period: HOUR, capacity: 5 },
  receiptsByNetwork: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
  answersByNetwork: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
  pageTokensByNetwork: { kind: "token bucket", rate: 60, period: MINUTE, capacity: 60 },
  // SIGN_UPS_PER_NETWORK raises it, for example for a school class.
  signUpsByNetwork: { kind: "token bucket", rate: 20, period: HOUR, capacity: 20 },
  siteTrialsByNetwork: { kind: "token bucket", rate: 3, period: 24 * HOUR, capacity: 3 },
  // The version and the health, which monitors ask for once or twice a minute.
  statusByNetwork: { kind: "token bucket", rate: 60, period: MINUTE, capacity: 60 },
  // Automation services send many people's requests from a few networks.
  apiByNetwork: { kind: "token bucket", rate: 1_200, period: MINUTE, capacity: 1_200 },
} as const satisfies Record<string, Limit>;

/** Counted by an email address, by the network of a sign-in attempt, by both, or by a website's host. */
const BY_ACCOUNT = {
  // docs/decisions/0009-sign-in-limits.md
  signInsByNetwork: { kind: "token bucket", rate: 100, period: HOUR, capacity: 100 },
  signInsByNetworkAndAccount: { kind: "token bucket", rate: 5, period: HOUR, capacity: 10 },
  signInsByAccount: { kind: "token bucket", rate: 10, period: HOUR, capacity: 100 },
  // From all accounts together, so that nobody can flood a stranger's mailbox.
  mailsToUnconfirmed: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  // docs/decisions/0017-mail-and-forgotten-passwords.md
  resetsByNetwork: { kind: "token bucket", rate: 100, period: HOUR, capacity: 100 },
  resetsByNetworkAndAccount: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  resetsByAccount: { kind: "token bucket", rate: 5, period: HOUR, capacity: 20 },
  // From all conversations together, so that nobody uses them to flood a stranger's mailbox.
  slipMailsToAddress: {
    kind: "token bucket",
    rate: SLIP_MAILS_TO_ADDRESS_A_DAY,
    period: 24 * HOUR,
    capacity: SLIP_MAILS_TO_ADDRESS_A_DAY,
  },
  // From all networks together, so that nobody uses us to pester a website.
  siteTrialsByHost: { kind: "token bucket", rate: 3, period: 24 * HOUR, capacity: 3 },
} as const satisfies Record<string, Limit>;

/** Counted by one of our ids or digests, which mean nothing to outsiders. */
const BY_ID = {
  callsByEmbedId: { kind: "token bucket", rate: 60, period: MINUTE, capacity: 30 },
  typedByThread: { kind: "token bucket", rate: 12, period: MINUTE, capacity: 6 },
  answersByLink: { kind: "token bucket", rate: 6, period: MINUTE, capacity: 6 },
  ratingsByThread: { kind: "token bucket", rate: 6, period: MINUTE, capacity: 6 },
  // A page asks after each thing that the assistant has said.
  fieldsByThread: { kind: "token bucket", rate: 60, period: MINUTE, capacity: 30 },
  // A page asks twice a second during a call, and while an answer is written.
  pageByThread: { kind: "token bucket", rate: 150, period: MINUTE, capacity: 75 },
  slipsByThread: { kind: "token bucket", rate: 6, period: MINUTE, capacity: 6 },
  slipMailsByOwner: {
    kind: "token bucket",
    rate: SLIP_MAILS_OF_OWNER_A_DAY,
    period: 24 * HOUR,
    capacity: SLIP_MAILS_OF_OWNER_A_DAY,
  },
  typedByEmbedId: { kind: "token bucket", rate: 300, period: MINUTE, capacity: 150 },
  // Far above what a plan includes, so that a script cannot spend an owner's money for long.
  typedByOwner: { kind: "token bucket", rate: 5_000, period: 24 * HOUR, capacity: 5_000 },
  leftMessagesByEmbedId: {
    kind: "token bucket",
    rate: LEFT_MESSAGES_PER_ASSISTANT,
    period: 24 * HOUR,
    capacity: LEFT_MESSAGES_PER_ASSISTANT,
  },
  // Every plan keeps this allowance, whatever its minutes.
  leftMessagesByOwner: {
    kind: "token bucket",
    rate: LEFT_MESSAGES_A_DAY,
    period: 24 * HOUR,
    capacity: LEFT_MESSAGES_A_DAY,
  },
  signInsFromFamiliarPlace: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  // Only for signed-in owners, so nobody can be locked out of the account by it.
  passwordChanges: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  // Each attempt checks the password too.
  addressChanges: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  callDeletions: { kind: "token bucket", rate: 120, period: MINUTE, capacity: 120 },
  resetsFromFamiliarPlace: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  confirmations: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  mailChoices: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
  recipientWrites: { kind: "token bucket", rate: 60, period: HOUR, capacity: 30 },
  outcomeMails: {
    kind: "token bucket",
    rate: MAILS_AN_HOUR,
    period: HOUR,
    capacity: MAILS_AN_HOUR,
  },
  siteTrialsInAll: {
    kind: "token bucket",
    rate: LANDING_MINUTES_A_DAY,
    period: 24 * HOUR,
    capacity: LANDING_MINUTES_A_DAY,
  },
  turnstileAlerts: { kind: "token bucket", rate: 6, period: HOUR, capacity: 1 },
  seenSites: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  voiceAssistants: { kind: "token bucket", rate: 60, period: HOUR, capacity: 20 },
  uploads: { kind: "token bucket", rate: 120, period: HOUR, capacity: 30 },
  websiteReadings: { kind: "token bucket", rate: 20, period: HOUR, capacity: 10 },
  actionRunsByAssistant: {
    kind: "token bucket",
    rate: MAX_RUNS_A_DAY,
    period: 24 * HOUR,
    capacity: MAX_RUNS_A_DAY,
  },
  rehearsalSuggestions: { kind: "token bucket", rate: 20, period: HOUR, capacity: 10 },
  actionTests: { kind: "token bucket", rate: 20, period: MINUTE, capacity: 20 },
  assistantWrites: { kind: "token bucket", rate: 60, period: MINUTE, capacity: 60 },
  outcomeWrites: { kind: "token bucket", rate: 240, period: MINUTE, capacity: 240 },
  apiKeys: { kind: "token bucket", rate: 20, period: HOUR, capacity: 20 },
  apiByKey: { kind: "token bucket", rate: 120, period: MINUTE, capacity: 120 },
  webhookWrites: { kind: "token bucket", rate: 60, period: HOUR, capacity: 30 },
  webhookSends: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
  // Each takes several requests to Stripe, which has rate limits too.
  billing: { kind: "token bucket", rate: 20, period: MINUTE, capacity: 20 },
  overageChecks: { kind: "token bucket", rate: 10, period: MINUTE, capacity: 10 },
  spendingLimits: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
} as const satisfies Record<string, Limit>;

type VisitorLimit = keyof typeof BY_VISITOR;
type AccountLimit = keyof typeof BY_ACCOUNT;
type IdLimit = keyof typeof BY_ID;

// Two components, because each can only delete all of its counts before a time.
const visitors = new RateLimiter(components.visitorLimits);
const others = new RateLimiter(components.rateLimiter);

/** All rate limits. Callers pass an address or an id; this module turns it into a keyed hash. */
export const rateLimiter = { limit, reset, getValue };

export const deleteOldCounts = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await deleteExpiredCounts(ctx);
    return null;
  },
});

async function limit(
  ctx: MutationCtx | ActionCtx,
  name: VisitorLimit,
  options: { key: string | null },
): Promise<RateLimitReturns>;
async function limit(
  ctx: MutationCtx | ActionCtx,
  name: AccountLimit | IdLimit,
  options: { key: string },
): Promise<RateLimitReturns>;
async function limit(
  ctx: MutationCtx | ActionCtx,
  name: VisitorLimit | AccountLimit | IdLimit,
  { key }: { key: string | null },
): Promise<RateLimitReturns> {
  if (isOf(BY_VISITOR, name)) {
    const hashed = await visitorKey(name, key);
    const config = asSet(name, BY_VISITOR[name]);
    return await visitors.limit<string>(ctx, name, { key: hashed, config });
  }
  if (key === null) throw new Error(`${name} needs a key`);
  const config = isOf(BY_ACCOUNT, name) ? BY_ACCOUNT[name] : asSet(name, BY_ID[name]);
  return await others.limit<string>(ctx, name, { key: await storedKey(name, key), config });
}

async function reset(
  ctx: MutationCtx,
  name: AccountLimit | IdLimit,
  { key }: { key: string },
): Promise<void> {
  await others.reset(ctx, name, { key: await storedKey(name, key) });
}

async function getValue(ctx: MutationCtx, name: IdLimit, { key }: { key: string }) {
  return await others.getValue(ctx, name, { key, config: BY_ID[name] });
}

async function storedKey(name: AccountLimit | IdLimit, key: string): Promise<string> {
  return isOf(BY_ACCOUNT, name) ? await accountKey(name, key) : key;
}

function isOf<Limits extends object>(limits: Limits, name: string): name is keyof Limits & string {
  return Object.hasOwn(limits, name);
}

/** The variables with which an operator changes a limit. */
const SET_BY: Partial<Record<string, Variable>> = {
  signUpsByNetwork: "SIGN_UPS_PER_NETWORK",
  // A trial costs about as much as a minute of talk.
  siteTrialsInAll: "LANDING_MINUTES_A_DAY",
};

function asSet(name: string, limit: Limit): Limit {
  const variable = SET_BY[name];
  const count = variable === undefined ? null : optionalCount(variable);
  return count === null ? limit : { ...limit, rate: count, capacity: count };
}

/** Far longer than any limit takes to refill. */
const COUNTS_RETENTION_MS = 7 * 24 * HOUR;
const VISITOR_COUNTS_RETENTION_MS = 24 * HOUR;

/**
 * The component keeps a row for each key. `clearAll` deletes rows in batches, by when counting began, so a key in steady
 * use starts over once a week.
 */
export async function deleteExpiredCounts(ctx: MutationCtx): Promise<void> {
  const nowMs = Date.now();
  await ctx.runMutation(components.rateLimiter.lib.clearAll, {
    before: nowMs - COUNTS_RETENTION_MS,
  });
  await ctx.runMutation(components.visitorLimits.lib.clearAll, {
    before: nowMs - VISITOR_COUNTS_RETENTION_MS,
  });
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
  | "websiteReadings"
  | "actionTests"
  | "rehearsalSuggestions"
  | "assistantWrites"
  | "outcomeWrites"
  | "recipientWrites"
  | "webhookWrites"
  | "webhookSends"
  | "billing"
  | "overageChecks"
  | "spendingLimits";

/** Counts every attempt, whether or not it succeeds, so that nobody can try out which addresses have an account. */
export async function countSignUp(ctx: ActionCtx): Promise<void> {
  const { ip } = await ctx.meta.getRequestMetadata();
  const { ok } = await rateLimiter.limit(ctx, "signUpsByNetwork", { key: ip });
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
