/**
 * Answers a message that a visitor typed. The platform's answer is passed on as it is written, because a visitor who reads
 * along does not have to wait for the end.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { conversationVariables } from "../assistants/conversationSpec";
import { serverMessagesFor } from "../assistants/voiceAssistantSpec";
import { cardsOf, eventsOf, shownCards } from "../calls/cards";
import { detailsTools } from "../calls/detailsTool";
import { pageTools } from "../calls/pageTools";
import {
  answerFaults,
  platformFailed,
  readConversationRequest,
  readPageContext,
  refused,
  refusedFor,
} from "../calls/request";
import { eventsForAnyOrigin } from "../lib/crossOrigin";
import { streamOf } from "../lib/eventStream";
import { internalMutation } from "../lib/internalFunctions";
import { type LoggedEvent, logEvent, referenceOf } from "../lib/log";
import { MAX_TYPED_LENGTH } from "../shared/limits";
import { MESSAGES, REFUSALS } from "../shared/messages";
import { readPageActions } from "../shared/pageActions";
import type { TypedEvent } from "../shared/typedEvents";
import { VoicePlatformError } from "../vendors/vapiAnswers";
import { vapi } from "../vendors/vapiClient";
import { recordAnswer, recordFailure, recordSession } from "./records";
import { lookupsIn } from "../calls/lookups";
import { lookup, type Lookup } from "../calls/table";
import { createThreadToken, readThreadToken } from "../calls/thread";
import { overridesFor, readUnsavedSettings } from "../calls/unsavedSettings";

export const TYPED_PATH = "/chat";

/** The platform keeps a session as long as the visitor's browser keeps the thread. */
const SESSION_SECONDS = 24 * 60 * 60;

/** The prompt is written for a voice. */
const TYPED_RULE =
  "The visitor types to you now and reads your answers on the screen. You may use short lists and links. Use no other markup.";

export async function answerMessage(ctx: ActionCtx, request: Request): Promise<Response> {
  return await answerFaults("answer a typed message", () => reserveAndAnswer(ctx, request));
}

async function reserveAndAnswer(ctx: ActionCtx, request: Request): Promise<Response> {
  const read = await readConversationRequest(ctx, request);
  if (read.kind === "refused") return read.response;
  const { body } = read;
  const { embedId, ownerId } = read.request;
  const text = typeof body.text === "string" ? body.text.trim() : "";
  if (text === "") return refused(400, "invalid_input", REFUSALS.messageMissing);
  if (text.length > MAX_TYPED_LENGTH)
    return refused(400, "message_too_long", REFUSALS.messageTooLong);
  const threadId = body.thread === undefined ? null : await readThreadToken(embedId, body.thread);
  if (body.thread !== undefined && threadId === null) {
    return refused(403, "thread_over", REFUSALS.threadOver);
  }
  const unsaved = readUnsavedSettings(ownerId === null ? null : body.unsaved);
  if (unsaved.kind === "refused") return refused(400, "invalid_input", unsaved.reason);
  const typed = {
    ...{ ...read.request, threadId, text, isAgain: body.again === true },
    ...(unsaved.kind === "read" ? { unsaved: unsaved.settings } : {}),
  };
  const reserved = await ctx.runMutation(internal.chats.reservation.reserve, typed);
  if (reserved.kind === "refused") return await refusedFor(embedId, reserved);
  const thread = await createThreadToken(embedId, reserved.threadId);
  if (reserved.kind === "known") {
    const { text: delta, answersLeft: left, cards } = reserved;
    return eventsForAnyOrigin(streamOf([{ thread }, { delta }, ...eventsOf(cards), { left }]));
  }
  const { callId, earlier, platformAssistantId, unsavedInput, language } = reserved;
  const tools = [
    ...pageTools(readPageActions(body.actions), language),
    ...detailsTools(reserved.findings, "text"),
  ];
  const startSession = async () => {
    const assistantOverrides = {
      ...(unsavedInput === null ? {} : await overridesFor(ctx, unsavedInput)),
      ...conversationVariables(
        { ...reserved, pageFacts: read.request.pageFacts },
        readPageContext(body.page),
      ),
      ...(tools.length === 0
        ? {}
        : { "tools:append": tools, serverMessages: serverMessagesFor({ hasTools: true }) }),
    };
    const hasOverrides = Object.keys(assistantOverrides).length > 0;
    return await vapi().createSession(
      {
        assistantId: platformAssistantId,
        expirationSeconds: SESSION_SECONDS,
        messages: [{ role: "system", content: TYPED_RULE }, ...earlier],
        ...(hasOverrides ? { assistantOverrides } : {}),
      },
      callId,
    );
  };
  const about = { conversation: callId, assistant: embedId, vendor: "vapi" } as const;
  const askedAtMs = Date.now();
  let sessionId: string;
  let pieces: AsyncGenerator<string, void, undefined>;
  let first: IteratorResult<string, void> | null;
  try {
    sessionId = reserved.sessionId ?? (await startSession());
    if (reserved.sessionId === null) {
      const started = { callId, platformSessionId: sessionId };
      await ctx.runMutation(internal.chats.answer.saveSession, started);
    }
    pieces = vapi().answer(sessionId, text);
    // Before the response begins, so that a failure still has its own status. A page that can do something needs the token of
    // a new conversation earlier, because the answer may wait for the page.
    const isPageAsked = tools.length > 0 && body.thread === undefined;
    first = isPageAsked ? null : await pieces.next();
  } catch (error) {
    await ctx.runMutation(internal.chats.answer.saveFailure, { callId });
    if (!(error instanceof VoicePlatformError)) throw error;
    logEvent({ event: "chat.failed", level: "error", ...about, status: error.status, error });
    return platformFailed(callId);
  }
  const answered = {
    ...{ callId, thread, left: reserved.answersLeft, askedAtMs },
    about: { ...about, vendorId: sessionId },
    findLookups: async () => (ownerId === null ? [] : await lookupsOf(sessionId)),
  };
  const events = answerEvents(ctx, answered, first, pieces);
  return eventsForAnyOrigin(streamOf(events));
}

interface Answered {
  /** For the log. */
  about: Omit<LoggedEvent, "event">;
  askedAtMs: number;
  callId: Id<"calls">;
  thread: string;
  /** How many answers the conversation may still have. */
  left: number;
  findLookups: () => Promise<Lookup[]>;
}

/** If the visitor leaves, Convex stops this function. Then `followUp.ts` gets the answer from the platform. */
async function* answerEvents(
  ctx: ActionCtx,
  { about, askedAtMs, callId, thread, left, findLookups }: Answered,
  first: IteratorResult<string, void> | null,
  rest: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<TypedEvent, void, undefined> {
  yield { thread };
  let text = "";
  try {
    for (let next = first ?? (await rest.next()); next.done !== true; next = await rest.next()) {
      text += next.value;
      yield { delta: next.value };
    }
  } catch (error) {
    logEvent({ event: "chat.failed", level: "error", ...about, ...statusIn(error), error });
  }
  if (text.trim() === "") {
    await ctx.runMutation(internal.chats.answer.saveFailure, { callId });
    const failure = { code: "voice_platform_failed", message: MESSAGES.voicePlatformFailed };
    yield { error: { ...failure, reference: referenceOf(callId) } };
    return;
  }
  logEvent({ event: "chat.answered", ...about, ms: Date.now() - askedAtMs });
  const lookups = await findLookups();
  const answer = { callId, text, lookups };
  yield* eventsOf(await ctx.runMutation(internal.chats.answer.saveAnswer, answer));
  yield { left };
}

/**
 * What a test has looked up so far. The stream has only text, so it is read from the session. The answer does not depend on it.
 */
async function lookupsOf(sessionId: string): Promise<Lookup[]> {
  try {
    return lookupsIn((await vapi().findSession(sessionId))?.messages);
  } catch (error) {
    const failed = { event: "chat.failed", level: "error", vendor: "vapi" } as const;
    logEvent({ ...failed, vendorId: sessionId, ...statusIn(error), error });
    return [];
  }
}

function statusIn(error: unknown) {
  return { status: error instanceof VoicePlatformError ? error.status : null };
}

const ofCall = { callId: v.id("calls") };

export const saveSession = internalMutation({
  args: { ...ofCall, platformSessionId: v.string() },
  returns: v.null(),
  handler: async (ctx, { callId, platformSessionId }) => {
    await recordSession(ctx, callId, platformSessionId);
    return null;
  },
});

/** Returns what the page shows besides the answer. */
export const saveAnswer = internalMutation({
  args: { ...ofCall, text: v.string(), lookups: v.array(lookup) },
  returns: shownCards,
  handler: async (ctx, { callId, ...answer }) => {
    await recordAnswer(ctx, callId, answer);
    return await cardsOf(ctx, callId);
  },
});

export const saveFailure = internalMutation({
  args: ofCall,
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    await recordFailure(ctx, callId);
    return null;
  },
});
