import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { actionsForModel } from "../assistantActions/actions";
import { toVoiceInput } from "../assistants/assistants";
import { closedMessageAt, conversationOf } from "../assistants/conversation";
import { isLandingAssistant } from "../assistants/landingAssistant";
import { shownNoticeOf } from "../assistants/privacyNotice";
import { openingHoursText } from "../assistants/openingHoursSpec";
import { talk as talkSettings } from "../assistants/table";
import { ownedVoiceInput } from "../assistants/voiceAssistants";
import { isUsageIntact, secondsLeft } from "../billing/usage/allowance";
import { addToTotals } from "../billing/usage/usage";
import { structuredOutput } from "../inbox/structuredOutput";
import { enqueue, cancel } from "../jobs/enqueue";
import { noteTextsOf } from "../knowledge/notes";
import { alertOperator } from "../lib/alert";
import { internalMutation } from "../lib/internalFunctions";
import { callerKey } from "../lib/limitKeys";
import { rateLimiter } from "../lib/rateLimits";
import { MIN_CALL_SECONDS } from "../shared/limits";
import { MESSAGES } from "../shared/messages";
import { scheduleOrphanCheck } from "../vendors/vendorDeletion";
import {
  CONSENT_NEEDED,
  consentTo,
  conversationRequest,
  findServed,
  noMinutesLeft,
  NOT_SERVED,
  notServed,
  refusalOfPage,
  refused,
  refusedCall,
  type RefusedCall,
  refusedWith,
  TOO_MANY,
  unconfirmedLeft,
  USAGE_MISSING,
  withOffer,
} from "./admission";
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
import { partsOf } from "./thread";
import { unsavedSettings } from "./unsavedSettings";

const callRequest = v.object({
  ...conversationRequest,
  /** Settings that the owner has typed and not saved. Only for a test call. */
  unsaved: v.optional(unsavedSettings),
  /** Of the conversation that the call continues, or null to begin one. Missing if nobody can type there. */
  threadId: v.optional(v.union(v.string(), v.null())),
});
type CallRequest = Infer<typeof callRequest>;

const reservedCall = v.object({
  kind: v.literal("reserved"),
  callId: v.id("calls"),
  platformAssistantId: v.string(),
  maxDurationSeconds: v.number(),
  isRecorded: v.boolean(),
  /** What the platform should find out after the call. */
  toFindOut: structuredOutput,
  tellsPage: v.boolean(),
  /** The owner's current notes. */
  notes: v.array(v.string()),
  /** What the assistant knows about its opening hours. Null if it has none. */
  openingHours: v.union(v.string(), v.null()),
  /** The unsaved settings with the saved knowledge file. Null if the call uses the saved assistant. */
  unsavedInput: v.union(ownedVoiceInput, v.null()),
  threadId: v.union(v.string(), v.null()),
  /** Whether the assistant can do something besides answering. */
  hasActions: v.boolean(),
  /** The assistant has greeted this visitor before. */
  isGreeted: v.boolean(),
  language: talkSettings.fields.language,
  /** The refusal if the platform has no line for it. */
  busy: refusedCall,
  /** Whether the saved assistant has a language and the call has none. */
  clearsLanguage: v.boolean(),
});
type ReservedCall = Infer<typeof reservedCall>;

/**
 * Reserves one of the owner's slots and the call's longest duration, before the platform creates the call. A refusal is
 * returned and not thrown, because an error would undo the rate limits' counts.
 */
async function reserveCall(
  ctx: MutationCtx,
  request: CallRequest,
): Promise<ReservedCall | RefusedCall> {
  const { address: key } = request;
  if (!(await rateLimiter.limit(ctx, "callsByNetwork", { key })).ok) return TOO_MANY;
  const served = await findServed(ctx, request);
  if (served === null) return await notServed(ctx, request);
  const pageRefusal = request.ownerId === null ? await refusalOfPage(ctx, request, served) : null;
  if (pageRefusal !== null) return pageRefusal;
  const closed = request.ownerId === null ? closedMessageAt(served.assistant, Date.now()) : null;
  if (closed !== null) {
    const refusal = { kind: "refused" as const, code: "closed", status: 409, ...closed };
    return withOffer(refusal, served.assistant, "closed");
  }
  const notice = request.ownerId === null ? await shownNoticeOf(served.assistant) : null;
  const consent = notice === null ? null : consentTo(notice, request, served);
  // The page shows this notice, because its own may be outdated or missing.
  if (notice !== null && consent === null) return { ...CONSENT_NEEDED, notice };
  // Only for assistants that exist: a made-up id must not write anything.
  const byEmbedId = await rateLimiter.limit(ctx, "callsByEmbedId", { key: request.embedId });
  if (!byEmbedId.ok) return TOO_MANY;
  const { subscription } = served;
  const assistant = { ...served.assistant, ...request.unsaved };
  const { ownerId, voiceAssistantId } = assistant;
  const kind = request.ownerId === null ? "visitor" : "testing";
  const isLanding = isLandingAssistant(assistant);
  if (!(await isUsageIntact(ctx, ownerId))) {
    alertOperator("An owner's usage rows are missing", { ownerId });
    return kind === "visitor" ? NOT_SERVED : USAGE_MISSING;
  }
  const allowance = isLanding ? "landing" : subscription === null ? "free" : "plan";
  const limit = concurrencyLimitOf(served);
  const live = await liveCallsOf(ctx, ownerId, limit.all);
  // Calls of the landing page have only a daily limit.
  const ownerSecondsLeft = isLanding
    ? Infinity
    : (await secondsLeft(ctx, ownerId, subscription)) - reservedSeconds(live);
  const createdAtMs = Date.now();
  const today = kind === "visitor" ? visitorSecondsLeft(served, live, createdAtMs) : null;
  const left = Math.min(ownerSecondsLeft, today?.left ?? Infinity);
  // A visitor does not learn what the owner has used or owes.
  const usedUp = withOffer(NOT_SERVED, served.assistant, "noMinutes");
  if (today?.isUsedUp === true) return usedUp;
  if (left < MIN_CALL_SECONDS && live.length === 0) {
    return kind === "visitor" ? usedUp : await noMinutesLeft(ctx, ownerId, subscription);
  }
  if (voiceAssistantId === undefined) {
    return refusedWith("not_configured", 409, { name: assistant.name });
  }
  const caller = await callerKey(request.address);
  const isSlotFree =
    (await hasFreeSlot(ctx, { kind, caller }, { limit, liveCalls: live.length })) &&
    (allowance === "plan" || (await hasFreeSlotForUnpaid(ctx)));
  const linesBusy = refused("busy", 429, MESSAGES.linesBusy);
  const busy = kind === "visitor" ? withOffer(linesBusy, served.assistant, "busy") : linesBusy;
  if (!isSlotFree || left < MIN_CALL_SECONDS) return busy;
  // Most free minutes require a confirmed address. Checked last, because the specification fixes the order of the others.
  const unconfirmed = allowance === "free" ? await unconfirmedLeft(ctx, ownerId) : null;
  if (unconfirmed !== null && unconfirmed.seconds < MIN_CALL_SECONDS) {
    return refusedWith("address_unconfirmed", 403, { email: unconfirmed.email });
  }
  const talk = conversationOf(assistant);
  const { longestCallMinutes, tellsPage, language: spoken } = talk;
  const maxSeconds = Math.min(longestCallMinutes * 60, left, unconfirmed?.seconds ?? Infinity);
  const maxDurationSeconds = Math.floor(maxSeconds);
  const isUnrecorded = assistant.recordsCalls === false;
  const earlier = await threadOf(ctx, request, { assistantId: assistant._id, kind });
  const threadId = request.threadId === undefined ? null : (earlier ?? crypto.randomUUID());
  const callId = await ctx.db.insert("calls", {
    ownerId,
    assistantId: assistant._id,
    kind,
    allowance,
    status: "queued",
    isLive: true,
    address: caller,
    ...(request.pageTokenId === undefined ? {} : { pageTokenId: request.pageTokenId }),
    ...(threadId === null ? {} : { threadId }),
    ...(request.place === undefined ? {} : { place: request.place }),
    ...(request.pageFacts === undefined ? {} : { pageFacts: request.pageFacts }),
    ...(consent === null ? {} : { consent }),
    maxDurationSeconds,
    ...(isUnrecorded ? { isUnrecorded } : {}),
    ...retentionDeadline(assistant, createdAtMs),
    createdAtMs,
    changedAtMs: createdAtMs,
  });
  await ctx.scheduler.runAfter(JOIN_TIMEOUT_MS, internal.calls.reservation.checkJoined, {
    callId,
  });
  // Restoring a backup loses scheduled functions, so a job checks the call too.
  await enqueue(ctx, "callReport", [callId], { afterMs: 2 * JOIN_TIMEOUT_MS });
  await addToTotals(ctx, ownerId, { calls: 1 });
  const isRecorded = !isUnrecorded;
  const { findings = [], successWords = "", assistantGoal } = assistant;
  const toFindOut = { findings, successWords, assistantGoal };
  const platformAssistantId = voiceAssistantId;
  return {
    kind: "reserved",
    ...{ callId, platformAssistantId, maxDurationSeconds, isRecorded, toFindOut, tellsPage },
    ...{ threadId, isGreeted: earlier !== null },
    notes: await noteTextsOf(ctx, assistant._id),
    openingHours: openingHoursText(talk, createdAtMs),
    hasActions: (await actionsForModel(ctx, assistant._id)).length > 0,
    language: spoken,
    busy,
    unsavedInput: request.unsaved === undefined ? null : toVoiceInput(assistant),
    clearsLanguage: spoken === null && conversationOf(served.assistant).language !== null,
  };
}

/** The page's thread. Null if it belongs to another assistant, mixes tests with visitors' calls, or has been deleted. */
async function threadOf(
  ctx: MutationCtx,
  { threadId }: CallRequest,
  { assistantId, kind }: Pick<Doc<"calls">, "assistantId" | "kind">,
): Promise<string | null> {
  if (threadId == null) return null;
  const parts = await partsOf(ctx, threadId);
  const own = parts.find((part) => part.assistantId === assistantId && part.kind === kind);
  return own?.threadId ?? null;
}

/** Deletes a reserved call. Unless the platform refused it, the platform may have created it. */
export async function releaseCall(
  ctx: MutationCtx,
  callId: Id<"calls">,
  { isRefused = false } = {},
): Promise<void> {
  const call = await ctx.db.get("calls", callId);
  if (call?.status !== "queued") return;
  if (!isRefused) await scheduleOrphanCheck(ctx, "call", callId, call.createdAtMs);
  await ctx.db.delete("calls", callId);
  await cancel(ctx, "callReport", callId);
  await addToTotals(ctx, call.ownerId, { calls: -1 });
}

export const reserve = internalMutation({
  args: callRequest,
  returns: v.union(reservedCall, refusedCall),
  handler: reserveCall,
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

/** Runs when somebody should have joined. Frees the slot of a call that nobody joined. */
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

function reservedSeconds(live: Doc<"calls">[]): number {
  return live.reduce((sum, call) => sum + call.maxDurationSeconds, 0);
}
