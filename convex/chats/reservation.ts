/** Reserves an answer of a typed conversation: who may ask, and what it counts. */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { actionsForModel } from "../assistantActions/actions";
import { recordReply } from "../assistantActions/confirmation";
import { toVoiceInput } from "../assistants/assistants";
import { talk as talkSettings } from "../assistants/table";
import { conversationOf, typedGreetingOf } from "../assistants/conversation";
import { isLandingAssistant } from "../assistants/landingAssistant";
import { openingHoursText } from "../assistants/openingHoursSpec";
import { shownNoticeOf } from "../assistants/privacyNotice";
import { finding } from "../inbox/table";
import { ownedVoiceInput } from "../assistants/voiceAssistants";
import { isUsageIntact, secondsLeft } from "../billing/usage/allowance";
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
  type Served,
  TOO_MANY,
  unconfirmedLeft,
  USAGE_MISSING,
  withOffer,
} from "../calls/admission";
import { cardsOf, shownCards } from "../calls/cards";
import { concurrencyLimitOf, liveCallsOf } from "../calls/concurrency";
import { visitorSecondsLeft } from "../calls/dailyMinutes";
import { retentionDeadline } from "../calls/deletion";
import { applyCallEvent } from "../calls/life";
import { enqueue } from "../jobs/enqueue";
import { noteTextsOf } from "../knowledge/notes";
import { alertOperator } from "../lib/alert";
import { digestOfText } from "../lib/bytes";
import { internalMutation } from "../lib/internalFunctions";
import { rateLimiter } from "../lib/rateLimits";
import { MAX_TYPED_ANSWERS, SECONDS_PER_TYPED_ANSWER } from "../shared/limits";
import { REFUSALS } from "../shared/messages";
import { answerTo, appendMessage, earlierMessages, sessionMessage } from "../calls/messages";
import { partsOf } from "../calls/thread";
import { unsavedSettings } from "../calls/unsavedSettings";

type Call = Doc<"calls">;

const typedRequest = v.object({
  ...conversationRequest,
  /** Of a valid thread token. Null for a new conversation. */
  threadId: v.union(v.string(), v.null()),
  text: v.string(),
  /** The page sends the message again, because it has not received the whole answer. */
  isAgain: v.boolean(),
  /** Settings that the owner has typed and not saved. Only for a test. */
  unsaved: v.optional(unsavedSettings),
});
type TypedRequest = Infer<typeof typedRequest>;

const reservedAnswer = v.object({
  kind: v.literal("reserved"),
  callId: v.id("calls"),
  threadId: v.string(),
  platformAssistantId: v.string(),
  /** Null if the platform has no session for this conversation yet. */
  sessionId: v.union(v.string(), v.null()),
  /** What was said before, for a new session. */
  earlier: v.array(sessionMessage),
  tellsPage: v.boolean(),
  language: talkSettings.fields.language,
  /** The owner's current notes. */
  notes: v.array(v.string()),
  /** What the assistant knows about its opening hours. Null if it has none. */
  openingHours: v.union(v.string(), v.null()),
  /** The unsaved settings with the saved knowledge file. Null if the saved assistant answers. */
  unsavedInput: v.union(ownedVoiceInput, v.null()),
  /** What to find out. */
  findings: v.array(finding),
  answersLeft: v.number(),
});
type ReservedAnswer = Infer<typeof reservedAnswer>;

/** The page has missed an answer that was recorded. */
const knownAnswer = v.object({
  kind: v.literal("known"),
  threadId: v.string(),
  text: v.string(),
  cards: shownCards,
  answersLeft: v.number(),
});
type KnownAnswer = Infer<typeof knownAnswer>;

/** Longer than the platform's longest answer. Afterwards another message can be sent. */
export const ANSWER_LEASE_MS = 90_000;

const ANSWER_PENDING = refused("answer_pending", 409, REFUSALS.answerPending);
const TEXT_OFF = refused("text_off", 403, REFUSALS.textOff);
const THREAD_FULL = refused("thread_full", 403, REFUSALS.threadFull);

export const reserve = internalMutation({
  args: typedRequest,
  returns: v.union(reservedAnswer, knownAnswer, refusedCall),
  handler: reserveAnswer,
});

/**
 * The checks of a call, without the number of lines and the opening hours: text is what visitors have when nobody can
 * talk. A refusal is returned and not thrown, because an error would undo the rate limits' counts.
 */
async function reserveAnswer(
  ctx: MutationCtx,
  request: TypedRequest,
): Promise<ReservedAnswer | KnownAnswer | RefusedCall> {
  const { address: key, embedId } = request;
  if (!(await rateLimiter.limit(ctx, "typedByNetwork", { key })).ok) return TOO_MANY;
  const served = await findServed(ctx, request);
  if (served === null) return await notServed(ctx, request);
  const assistant = { ...served.assistant, ...request.unsaved };
  const isVisitor = request.ownerId === null;
  if (isVisitor && conversationOf(assistant).acceptsText === false) return TEXT_OFF;
  const parts = request.threadId === null ? [] : await partsOf(ctx, request.threadId);
  const own = parts.filter((part) => isSameConversation(part, request, served));
  const notes = await noteTextsOf(ctx, assistant._id);
  const settingsDigest = isVisitor ? undefined : await digestOf(ctx, assistant, notes);
  const open = isOpen(own[0], settingsDigest) ? own[0] : null;
  // A page token is needed for each typed conversation, and the thread token continues it.
  const pageRefusal = isVisitor && open === null ? await refusalOfPage(ctx, request, served) : null;
  if (pageRefusal !== null) return pageRefusal;
  const notice = isVisitor && open === null ? await shownNoticeOf(assistant) : null;
  const consent = notice === null ? null : consentTo(notice, request, served);
  if (notice !== null && consent === null) return { ...CONSENT_NEEDED, notice };
  const threadId = own[0]?.threadId ?? crypto.randomUUID();
  if (!(await mayType(ctx, { threadId, embedId, ownerId: assistant.ownerId }))) return TOO_MANY;
  if (own.some(({ answeringUntilMs = 0 }) => answeringUntilMs > Date.now())) return ANSWER_PENDING;
  const answers = own.reduce((sum, part) => sum + (part.answers ?? 0), 0);
  const known = request.isAgain && open !== null ? await answerTo(ctx, open, request.text) : null;
  if (known !== null && open !== null) {
    const answersLeft = MAX_TYPED_ANSWERS - answers;
    return {
      kind: "known",
      threadId,
      text: known,
      cards: await cardsOf(ctx, open._id),
      answersLeft,
    };
  }
  if (answers >= MAX_TYPED_ANSWERS) return THREAD_FULL;
  const { voiceAssistantId } = assistant;
  const refusal = await refusalOfUsage(ctx, request, served, threadId);
  if (refusal !== null) return refusal;
  if (voiceAssistantId === undefined) {
    return refusedWith("not_configured", 409, { name: assistant.name });
  }
  const call =
    open ?? (await newConversation(ctx, request, served, { threadId, consent, settingsDigest }));
  const earlier = open?.platformSessionId === undefined ? await before(ctx, assistant, own) : [];
  const answeringUntilMs = Date.now() + ANSWER_LEASE_MS;
  await applyCallEvent(ctx, call, "asked", { answeringUntilMs });
  await appendMessage(ctx, call, { role: "user", text: request.text });
  await recordReply(ctx, call._id, { words: request.text, atMs: Date.now() });
  await enqueue(ctx, "typedConversation", [call._id], { afterMs: ANSWER_LEASE_MS });
  return {
    kind: "reserved",
    ...{ callId: call._id, threadId, platformAssistantId: voiceAssistantId, earlier },
    sessionId: call.platformSessionId ?? null,
    tellsPage: conversationOf(assistant).tellsPage,
    language: conversationOf(assistant).language,
    notes,
    openingHours: openingHoursText(conversationOf(assistant), Date.now()),
    unsavedInput: request.unsaved === undefined ? null : toVoiceInput(assistant),
    findings: assistant.findings ?? [],
    answersLeft: MAX_TYPED_ANSWERS - answers - 1,
  };
}

/** An owner's test and a visitor's conversation never mix, even if they share a browser. */
function isSameConversation(
  { assistantId, kind }: Call,
  { ownerId }: TypedRequest,
  { assistant }: Served,
): boolean {
  return assistantId === assistant._id && kind === kindOf(ownerId);
}

/**
 * Whether a part of the thread continues with the next message. It ends when a call follows, because the platform's session
 * does not know the call's words. A test ends when the owner changes the assistant, its notes or its actions, because
 * the session keeps its settings.
 */
function isOpen(newest: Call | undefined, settingsDigest: string | undefined): newest is Call {
  return (
    newest?.channel === "text" &&
    newest.status !== "ended" &&
    newest.settingsDigest === settingsDigest
  );
}

async function digestOf(
  ctx: MutationCtx,
  assistant: Doc<"assistants">,
  notes: string[],
): Promise<string> {
  const actions = await actionsForModel(ctx, assistant._id);
  const known = [toVoiceInput(assistant), notes, ...(actions.length === 0 ? [] : [actions])];
  return await digestOfText(JSON.stringify(known));
}

function kindOf(ownerId: Id<"users"> | null): Call["kind"] {
  return ownerId === null ? "visitor" : "testing";
}

async function mayType(
  ctx: MutationCtx,
  { threadId, embedId, ownerId }: { threadId: string; embedId: string; ownerId: Id<"users"> },
): Promise<boolean> {
  const byThread = await rateLimiter.limit(ctx, "typedByThread", { key: threadId });
  if (!byThread.ok) return false;
  const byEmbedId = await rateLimiter.limit(ctx, "typedByEmbedId", { key: embedId });
  if (!byEmbedId.ok) return false;
  return (await rateLimiter.limit(ctx, "typedByOwner", { key: ownerId })).ok;
}

/** The same allowances as for calls. */
async function refusalOfUsage(
  ctx: MutationCtx,
  { ownerId: testerId }: TypedRequest,
  served: Served,
  threadId: string,
): Promise<RefusedCall | null> {
  const { assistant, subscription } = served;
  const { ownerId } = assistant;
  const isVisitor = testerId === null;
  if (!(await isUsageIntact(ctx, ownerId))) {
    alertOperator("An owner's usage rows are missing", { ownerId });
    return isVisitor ? NOT_SERVED : USAGE_MISSING;
  }
  const all = await liveCallsOf(ctx, ownerId, concurrencyLimitOf(served).all);
  // A visitor who types has hung up, which the platform tells us a moment later.
  const live = all.filter((call) => call.threadId !== threadId);
  const usedUp = withOffer(NOT_SERVED, assistant, "noMinutes");
  if (isVisitor && visitorSecondsLeft(served, live, Date.now()).left < SECONDS_PER_TYPED_ANSWER) {
    return usedUp;
  }
  if (isLandingAssistant(assistant)) return null;
  const reserved = live.reduce((sum, call) => sum + call.maxDurationSeconds, 0);
  const left = (await secondsLeft(ctx, ownerId, subscription)) - reserved;
  if (left < SECONDS_PER_TYPED_ANSWER) {
    return isVisitor ? usedUp : await noMinutesLeft(ctx, ownerId, subscription);
  }
  const unconfirmed = subscription === null ? await unconfirmedLeft(ctx, ownerId) : null;
  if (unconfirmed === null || unconfirmed.seconds >= SECONDS_PER_TYPED_ANSWER) return null;
  return refusedWith("address_unconfirmed", 403, { email: unconfirmed.email });
}

async function newConversation(
  ctx: MutationCtx,
  { ownerId: testerId, pageTokenId, place, pageFacts }: TypedRequest,
  { assistant, subscription }: Served,
  {
    threadId,
    consent,
    settingsDigest,
  }: Pick<Call, "settingsDigest"> & { threadId: string; consent: Call["consent"] | null },
): Promise<Call> {
  const createdAtMs = Date.now();
  const callId = await ctx.db.insert("calls", {
    ownerId: assistant.ownerId,
    assistantId: assistant._id,
    kind: kindOf(testerId),
    channel: "text",
    threadId,
    ...(place === undefined ? {} : { place }),
    ...(pageFacts === undefined ? {} : { pageFacts }),
    allowance: isLandingAssistant(assistant) ? "landing" : subscription === null ? "free" : "plan",
    status: "in-progress",
    // It takes no line.
    isLive: false,
    ...(pageTokenId === undefined ? {} : { pageTokenId }),
    ...(consent == null ? {} : { consent }),
    ...(settingsDigest === undefined ? {} : { settingsDigest }),
    maxDurationSeconds: MAX_TYPED_ANSWERS * SECONDS_PER_TYPED_ANSWER,
    ...retentionDeadline(assistant, createdAtMs),
    createdAtMs,
    startedAtMs: createdAtMs,
    changedAtMs: createdAtMs,
  });
  const call = await ctx.db.get("calls", callId);
  if (call === null) throw new Error("The conversation was not inserted");
  return call;
}

/** The greeting, which the page shows and the platform does not write, and what was typed and said in this thread before. */
async function before(ctx: MutationCtx, assistant: Served["assistant"], own: Call[]) {
  const greeting = typedGreetingOf(assistant);
  const first = greeting === null ? [] : [{ role: "assistant" as const, content: greeting }];
  return [...first, ...(await earlierMessages(ctx, own.toReversed()))];
}
