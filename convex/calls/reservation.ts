import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isAddressConfirmed } from "../accounts/addressConfirmation";
import { findByEmbedId } from "../assistants/assistants";
import { closedMessageAt, conversationOf } from "../assistants/conversation";
import { isLandingAssistant } from "../assistants/landingAssistant";
import { shownNoticeOf } from "../assistants/privacyNotice";
import { type ShownNotice, shownNotice } from "../assistants/table";
import { type ActiveSubscription, findActiveSubscription } from "../billing/plans/customers";
import { currentTerms } from "../billing/plans/includedMinutes";
import {
  freeSecondsLeft,
  isUsageIntact,
  secondsLeft,
  unconfirmedSecondsLeft,
} from "../billing/usage/allowance";
import { findSubscriptionPeriod } from "../billing/usage/periods";
import { freeMinutes } from "../billing/usage/report";
import { shownMinutes } from "../billing/usage/roundedMinutes";
import { addToTotals } from "../billing/usage/usage";
import { type StructuredOutput, structuredOutput } from "../inbox/structuredOutput";
import { enqueue, cancel } from "../jobs/enqueue";
import { alertOperator } from "../lib/alert";
import { internalMutation } from "../lib/internalFunctions";
import { callerKey } from "../lib/limitKeys";
import { rateLimiter } from "../lib/rateLimits";
import { FREE_TRIAL_MINUTES, MIN_CALL_SECONDS, TEST_MINUTES } from "../shared/limits";
import { MESSAGES, REFUSALS } from "../shared/messages";
import {
  EN_MESSAGES_WITH_PARAMS,
  type MessageParams,
  type ParamCode,
} from "../shared/talkButtonLanguages/en";
import { areAllowed } from "../shared/sites";
import { wasPageTokenUsed } from "../talkButton/pageToken";
import { isSignedProof, notSignedText } from "../talkButton/signedCalls";
import { isTurnstileOn } from "../talkButton/turnstile";
import { findLiveAssistant } from "../talkButton/widget";
import { areOldPagesOpen } from "../talkButton/widgetPage";
import { scheduleOrphanCheck } from "../vendors/vendorDeletion";
import { endUnlessJoined } from "./changes";
import {
  hasFreeSlot,
  hasFreeSlotForUnpaid,
  JOIN_TIMEOUT_MS,
  concurrencyLimitOf,
  liveCallsOf,
} from "./concurrency";
import { visitorSecondsLeft } from "./dailyMinutes";
import { retentionDeadline } from "./deletion";

/** A call that is asked for: by a visitor, or by an owner who tries an assistant out. */
export type CallRequest = {
  embedId: string;
  ownerId: Id<"users"> | null;
  address: string | null;
  /** Of the proof that the visitor's page was served, when it is good but for having been used. */
  proofId?: string;
  /** The pages around the visitor's frame, where its browser tells. */
  sites?: string[];
  /** To which notice the visitor has agreed, and how long ago. */
  agreed?: { version: string; msAgo: number };
};

export type Refusal = {
  code: string;
  status: number;
  message: string;
  /** What the message names, for the button to write it in its own words. */
  params?: Record<string, string | number>;
  /** A short form of the message, where the button has no text for the code. */
  words?: string;
  /** What is to be agreed to first. */
  notice?: ShownNotice;
};
export type Reservation = {
  callId: Id<"calls">;
  platformAssistantId: string;
  maxDurationSeconds: number;
  isRecorded: boolean;
  /** What the platform is asked about the call when it is over. */
  toFindOut: StructuredOutput;
  tellsPage: boolean;
};
const TOO_MANY = refusal("too_many_requests", 429, MESSAGES.tooManyRequests);
const NOT_SERVED = refusal("assistant_not_found", 404, MESSAGES.assistantNotServed);

const NOT_HERE = refusal("site_not_allowed", 403, MESSAGES.siteNotAllowed);
const OUTDATED = refusal("proof_refused", 403, MESSAGES.pageOutdated);
const USAGE_MISSING = refusal("usage_missing", 503, REFUSALS.usageMissing);
const CONSENT_NEEDED = refusal("consent_needed", 403, REFUSALS.consentNeeded);

type Served = { assistant: Doc<"assistants">; subscription: ActiveSubscription | null };

/**
 * Takes one of the owner's lines, and as much time as the call may last, before the platform is
 * asked. A refusal is an answer and no error, so that what was counted stays counted.
 */
export async function reserveCall(
  ctx: MutationCtx,
  request: CallRequest,
): Promise<Reservation | Refusal> {
  const { address: key } = request;
  if (!(await rateLimiter.limit(ctx, "callsByNetwork", { key })).ok) return TOO_MANY;
  const served = await findServed(ctx, request);
  if (served === null) return NOT_SERVED;
  const refused = request.ownerId === null ? await pageRefused(ctx, request, served) : null;
  if (refused !== null) return refused;
  const closed = request.ownerId === null ? closedMessageAt(served.assistant, Date.now()) : null;
  if (closed !== null) return { code: "closed", status: 409, ...closed };
  const notice = request.ownerId === null ? await shownNoticeOf(served.assistant) : null;
  const consent = notice === null ? null : consentTo(notice, request, served);
  // The page shows what comes with the refusal: its own may be of before, or missing.
  if (notice !== null && consent === null) return { ...CONSENT_NEEDED, notice };
  // Only for what exists: a made-up id must not leave a trace.
  const perButton = await rateLimiter.limit(ctx, "callsByEmbedId", { key: request.embedId });
  if (!perButton.ok) return TOO_MANY;
  const { assistant, subscription } = served;
  const { ownerId, voiceAssistantId } = assistant;
  const kind = request.ownerId === null ? "visitor" : "testing";
  const isOfHouse = isLandingAssistant(assistant);
  if (!(await isUsageIntact(ctx, ownerId))) {
    alertOperator("Rows that count an owner's minutes are missing", { ownerId });
    return kind === "visitor" ? NOT_SERVED : USAGE_MISSING;
  }
  const allowance = isOfHouse ? "house" : subscription === null ? "free" : "plan";
  const lines = concurrencyLimitOf(served);
  const live = await liveCallsOf(ctx, ownerId, lines.all);
  // The house's have no other end than that of the day.
  const ofOwner = isOfHouse
    ? Infinity
    : (await secondsLeft(ctx, ownerId, subscription)) - reservedSeconds(live);
  const mintedAtMs = Date.now();
  const today = kind === "visitor" ? visitorSecondsLeft(served, live, mintedAtMs) : null;
  const left = Math.min(ofOwner, today?.left ?? Infinity);
  if (today?.isUsedUp === true) return NOT_SERVED;
  if (left < MIN_CALL_SECONDS && live.length === 0) {
    // What the owner has used and has to pay is nothing that a visitor is told.
    return kind === "visitor" ? NOT_SERVED : await noMinutesLeft(ctx, ownerId, subscription);
  }
  if (voiceAssistantId === undefined) {
    return refusalWith("not_configured", 409, { name: assistant.name });
  }
  const caller = await callerKey(request.address);
  const asking = { kind, caller } as const;
  const isFree =
    (await hasFreeSlot(ctx, asking, { lines, taken: live.length })) &&
    (allowance === "plan" || (await hasFreeSlotForUnpaid(ctx)));
  if (!isFree || left < MIN_CALL_SECONDS) {
    return refusal("busy", 429, MESSAGES.linesBusy);
  }
  // Later than all that the specification has in its order: where mail works, more than a taste is for real addresses.
  const unconfirmed = allowance === "free" ? await unconfirmedLeft(ctx, ownerId) : null;
  if (unconfirmed !== null && unconfirmed.seconds < MIN_CALL_SECONDS) {
    return refusalWith("address_unconfirmed", 403, { email: unconfirmed.email });
  }
  const { longestCallMinutes, tellsPage } = conversationOf(assistant);
  const most = Math.min(longestCallMinutes * 60, left, unconfirmed?.seconds ?? Infinity);
  const maxDurationSeconds = Math.floor(most);
  const isUnrecorded = assistant.recordsCalls === false;
  const callId = await ctx.db.insert("calls", {
    ownerId,
    assistantId: assistant._id,
    kind,
    allowance,
    status: "queued",
    isLive: true,
    address: caller,
    ...(request.proofId === undefined ? {} : { proofId: request.proofId }),
    ...(consent === null ? {} : { consent }),
    maxDurationSeconds,
    ...(isUnrecorded ? { isUnrecorded } : {}),
    ...retentionDeadline(assistant, mintedAtMs),
    mintedAtMs,
    changedAtMs: mintedAtMs,
  });
  await ctx.scheduler.runAfter(JOIN_TIMEOUT_MS, internal.calls.reservation.checkJoined, {
    callId,
  });
  // Backups hold no scheduled functions.
  await enqueue(ctx, "callReport", [callId], { afterMs: 2 * JOIN_TIMEOUT_MS });
  await addToTotals(ctx, ownerId, { calls: 1 });
  const isRecorded = !isUnrecorded;
  const { findings = [], successWords = "", assistantGoal } = assistant;
  const toFindOut = { findings, successWords, assistantGoal };
  const platformAssistantId = voiceAssistantId;
  return { callId, platformAssistantId, maxDurationSeconds, isRecorded, toFindOut, tellsPage };
}

/** As if it had never been asked for. Where the platform has not refused it, it may be there all the same. */
export async function releaseCall(
  ctx: MutationCtx,
  callId: Id<"calls">,
  { isRefused = false } = {},
): Promise<void> {
  const call = await ctx.db.get("calls", callId);
  if (call?.status !== "queued") return;
  if (!isRefused) await scheduleOrphanCheck(ctx, "call", callId, call.mintedAtMs);
  await ctx.db.delete("calls", callId);
  await cancel(ctx, "callReport", callId);
  await addToTotals(ctx, call.ownerId, { calls: -1 });
}

export const reserve = internalMutation({
  args: {
    embedId: v.string(),
    ownerId: v.union(v.id("users"), v.null()),
    address: v.union(v.string(), v.null()),
    proofId: v.optional(v.string()),
    sites: v.optional(v.array(v.string())),
    agreed: v.optional(v.object({ version: v.string(), msAgo: v.number() })),
  },
  returns: v.union(
    v.object({
      callId: v.id("calls"),
      platformAssistantId: v.string(),
      maxDurationSeconds: v.number(),
      isRecorded: v.boolean(),
      toFindOut: structuredOutput,
      tellsPage: v.boolean(),
    }),
    v.object({
      code: v.string(),
      status: v.number(),
      message: v.string(),
      params: v.optional(v.record(v.string(), v.union(v.string(), v.number()))),
      words: v.optional(v.string()),
      notice: v.optional(shownNotice),
    }),
  ),
  handler: async (ctx, args) => await reserveCall(ctx, args),
});

const ofCall = { callId: v.id("calls") };

export const release = internalMutation({
  args: { ...ofCall, isRefused: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { callId, isRefused }) => {
    await releaseCall(ctx, callId, { isRefused });
    return null;
  },
});

/** At the moment by which somebody should have joined: a line is not kept for nobody. */
export const checkJoined = internalMutation({
  args: ofCall,
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.db.get("calls", callId);
    if (call === null) return null;
    if (call.platformCallId === undefined) await releaseCall(ctx, callId);
    else await endUnlessJoined(ctx, call);
    return null;
  },
});

async function findServed(
  ctx: QueryCtx,
  { embedId, ownerId }: CallRequest,
): Promise<Served | null> {
  if (ownerId === null) return await findLiveAssistant(ctx, embedId);
  const assistant = await findByEmbedId(ctx, embedId);
  if (assistant?.ownerId !== ownerId) return null;
  return { assistant, subscription: await findActiveSubscription(ctx, ownerId) };
}

/** Before the assistant's own limit is counted, which whoever has no proof could use up for visitors. */
async function pageRefused(
  ctx: QueryCtx,
  { proofId, sites = [] }: CallRequest,
  { assistant }: Served,
): Promise<Refusal | null> {
  const { allowedSites = [], onlySignedCalls } = assistant;
  if (!areAllowed(allowedSites, sites)) return NOT_HERE;
  if (onlySignedCalls === true && !isSignedProof(proofId)) {
    return { code: "token_missing", status: 403, ...notSignedText(assistant) };
  }
  if (proofId !== undefined) return (await wasPageTokenUsed(ctx, proofId)) ? OUTDATED : null;
  if (allowedSites.length > 0 || isTurnstileOn()) return OUTDATED;
  return (await areOldPagesOpen(ctx)) ? null : OUTDATED;
}

/**
 * Null unless it is this notice that was agreed to: one of before may not be true of this call. The page says how
 * long ago by its own clock, of which no more counts than can be.
 */
function consentTo(
  { version, text, link }: ShownNotice,
  { agreed }: CallRequest,
  { assistant }: Served,
): NonNullable<Doc<"calls">["consent"]> | null {
  if (agreed?.version !== version) return null;
  const agreedAtMs = Math.max(Date.now() - Math.max(agreed.msAgo, 0), assistant._creationTime);
  return { version, text, privacyUrl: link?.url ?? null, agreedAtMs: Math.floor(agreedAtMs) };
}

/** Null when the address is confirmed, or when no mail can be sent to confirm it. */
async function unconfirmedLeft(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<{ email: string; seconds: number } | null> {
  const owner = await ctx.db.get("users", ownerId);
  if (owner?.email === undefined || isAddressConfirmed(owner)) return null;
  return { email: owner.email, seconds: await unconfirmedSecondsLeft(ctx, ownerId) };
}

function reservedSeconds(live: Doc<"calls">[]): number {
  return live.reduce((sum, call) => sum + call.maxDurationSeconds, 0);
}

async function noMinutesLeft(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  subscription: ActiveSubscription | null,
): Promise<Refusal> {
  if (subscription === null) {
    const left = await freeSecondsLeft(ctx, ownerId);
    const testing = freeMinutes(left.testing, TEST_MINUTES);
    const trial = freeMinutes(left.freeTrial, FREE_TRIAL_MINUTES);
    return testing.isUsedUp
      ? refusalWith("test_limit_reached", 403, { usedMinutes: testing.used })
      : refusalWith("free_trial_limit_reached", 403, {
          usedMinutes: trial.used,
          limitMinutes: FREE_TRIAL_MINUTES,
        });
  }
  const { status, spendingLimitCents } = subscription;
  if (status === "active" && spendingLimitCents !== null) {
    return refusalWith("spending_limit_reached", 403, { limitCents: spendingLimitCents });
  }
  const period = await findSubscriptionPeriod(ctx, ownerId, subscription);
  const usedMinutes = shownMinutes(period?.seconds ?? 0);
  const { includedMinutes } = currentTerms(subscription, period);
  return refusalWith("trial_minutes_used_up", 403, { usedMinutes, includedMinutes });
}

function refusal(code: string, status: number, message: string): Refusal {
  return { code, status, message };
}

function refusalWith<Code extends ParamCode>(
  code: Code,
  status: number,
  params: MessageParams[Code],
): Refusal {
  const [message] = EN_MESSAGES_WITH_PARAMS[code](params);
  return { code, status, message, params };
}
