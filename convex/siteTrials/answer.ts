/** Answers a visitor's question about a website that was read for a trial. */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { refused as refusal, refusedCall, type RefusedCall, TOO_MANY } from "../calls/admission";
import { answerFaults, refused, refusedAs } from "../calls/request";
import { eventsForAnyOrigin } from "../lib/crossOrigin";
import { streamOf } from "../lib/eventStream";
import { internalMutation } from "../lib/internalFunctions";
import { rateLimiter } from "../lib/rateLimits";
import { readJson } from "../lib/requestBody";
import { readSignedId } from "../lib/signedId";
import { MINUTE_MS, SECOND_MS } from "../shared/durations";
import { MESSAGES, REFUSALS } from "../shared/messages";
import { MAX_TRIAL_ANSWERS, MAX_TRIAL_MESSAGE_LENGTH, TRIAL_MINUTES } from "../shared/siteTrials";
import { TRIAL_REFUSALS } from "../shared/trialMessages";
import type { TypedEvent } from "../shared/typedEvents";
import { VoicePlatformError } from "../vendors/vapiAnswers";
import { vapi } from "../vendors/vapiClient";
import { TRIAL_PURPOSE } from "./begin";
import { trialSite } from "./table";
import { trialAssistant, trialGreeting } from "./trialAssistant";

const MAX_BODY_BYTES = 10_000;
/** Longer than the platform's longest answer. Afterwards another question can be asked. */
export const ANSWER_LEASE_MS = 90_000;

export async function answerInTrial(ctx: ActionCtx, request: Request): Promise<Response> {
  return await answerFaults("answer in a trial", () => reserveAndAnswer(ctx, request));
}

async function reserveAndAnswer(ctx: ActionCtx, request: Request): Promise<Response> {
  const read = await readJson(request, { maxBytes: MAX_BODY_BYTES });
  if (read.kind === "refused") return refused(read.status, "invalid_input", read.reason);
  const { trial, text: given } = (read.content ?? {}) as { trial?: unknown; text?: unknown };
  const text = typeof given === "string" ? given.trim() : "";
  if (text === "") return refused(400, "invalid_input", REFUSALS.messageMissing);
  if (text.length > MAX_TRIAL_MESSAGE_LENGTH) {
    return refused(400, "message_too_long", TRIAL_REFUSALS.messageTooLong);
  }
  const token = await readSignedId(TRIAL_PURPOSE, trial);
  if (token === null) return refusedAs(OVER);
  const { ip: network } = await ctx.meta.getRequestMetadata();
  const trialId = token.id;
  const reserved = await ctx.runMutation(internal.siteTrials.answer.reserve, { network, trialId });
  if (reserved.kind === "refused") {
    const { kind: _, ...reason } = reserved;
    return refusedAs(reason);
  }
  const { rowId, answersLeft } = reserved;
  let pieces: AsyncGenerator<string, void, undefined>;
  let first: IteratorResult<string, void>;
  try {
    const sessionId = reserved.sessionId ?? (await startSession(ctx, reserved));
    pieces = vapi().answer(sessionId, text);
    // Before the response begins, so that a failure still has its own status.
    first = await pieces.next();
  } catch (error) {
    await ctx.runMutation(internal.siteTrials.answer.record, { rowId, isAnswered: false });
    if (!(error instanceof VoicePlatformError)) throw error;
    console.error(error.message);
    return refused(502, "voice_platform_failed", MESSAGES.voicePlatformFailed);
  }
  return eventsForAnyOrigin(streamOf(answerEvents(ctx, { rowId, answersLeft }, first, pieces)));
}

async function startSession(
  ctx: ActionCtx,
  { rowId, trialId, site }: ReservedAnswer,
): Promise<string> {
  const session = {
    assistant: trialAssistant(site, crypto.randomUUID()),
    expirationSeconds: (TRIAL_MINUTES * MINUTE_MS + ANSWER_LEASE_MS) / SECOND_MS,
    messages: [{ role: "assistant" as const, content: trialGreeting(site) }],
  };
  const platformSessionId = await vapi().createSession(session, trialId);
  await ctx.runMutation(internal.siteTrials.answer.saveSession, { rowId, platformSessionId });
  return platformSessionId;
}

async function* answerEvents(
  ctx: ActionCtx,
  { rowId, answersLeft: left }: Pick<ReservedAnswer, "rowId" | "answersLeft">,
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<TypedEvent, void, undefined> {
  let isAnswered = false;
  try {
    for (let next = first; next.done !== true; next = await rest.next()) {
      isAnswered ||= next.value.trim() !== "";
      yield { delta: next.value };
    }
  } catch (error) {
    console.error(String(error));
  }
  await ctx.runMutation(internal.siteTrials.answer.record, { rowId, isAnswered });
  if (isAnswered) yield { left };
  else yield { error: { code: "voice_platform_failed", message: MESSAGES.voicePlatformFailed } };
}

const reservedAnswer = v.object({
  kind: v.literal("reserved"),
  rowId: v.id("siteTrials"),
  trialId: v.string(),
  site: trialSite,
  /** Null if the platform has no session for this trial yet. */
  sessionId: v.union(v.string(), v.null()),
  answersLeft: v.number(),
});
type ReservedAnswer = Infer<typeof reservedAnswer>;

const OVER = refusal("trial_over", 403, TRIAL_REFUSALS.over);
const ANSWERS_USED_UP = refusal("answers_used_up", 403, TRIAL_REFUSALS.answersUsedUp);
const ANSWER_PENDING = refusal("answer_pending", 409, REFUSALS.answerPending);

export const reserve = internalMutation({
  args: { network: v.union(v.string(), v.null()), trialId: v.string() },
  returns: v.union(reservedAnswer, refusedCall),
  handler: reserveAnswer,
});

async function reserveAnswer(
  ctx: MutationCtx,
  { network: key, trialId }: { network: string | null; trialId: string },
): Promise<ReservedAnswer | RefusedCall> {
  const nowMs = Date.now();
  if (!(await rateLimiter.limit(ctx, "typedByNetwork", { key })).ok) return TOO_MANY;
  const trial = await ctx.db
    .query("siteTrials")
    .withIndex("by_trial", (q) => q.eq("trialId", trialId))
    .unique();
  if (trial?.site === undefined || trial.expiresAtMs <= nowMs) return OVER;
  const { _id: rowId, site, answers, answeringUntilMs = 0 } = trial;
  if (answeringUntilMs > nowMs) return ANSWER_PENDING;
  if (answers >= MAX_TRIAL_ANSWERS) return ANSWERS_USED_UP;
  await ctx.db.patch("siteTrials", rowId, {
    answers: answers + 1,
    answeringUntilMs: nowMs + ANSWER_LEASE_MS,
  });
  return {
    kind: "reserved",
    ...{ rowId, trialId, site, sessionId: trial.platformSessionId ?? null },
    answersLeft: MAX_TRIAL_ANSWERS - answers - 1,
  };
}

const ofTrial = { rowId: v.id("siteTrials") };

export const saveSession = internalMutation({
  args: { ...ofTrial, platformSessionId: v.string() },
  returns: v.null(),
  handler: async (ctx, { rowId, platformSessionId }) => {
    await ctx.db.patch("siteTrials", rowId, { platformSessionId });
    return null;
  },
});

/** An answer that did not come does not count. */
export const record = internalMutation({
  args: { ...ofTrial, isAnswered: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { rowId, isAnswered }) => {
    await recordAnswer(ctx, rowId, isAnswered);
    return null;
  },
});

async function recordAnswer(
  ctx: MutationCtx,
  rowId: Id<"siteTrials">,
  isAnswered: boolean,
): Promise<void> {
  const trial = await ctx.db.get("siteTrials", rowId);
  if (trial === null) return;
  const answers = isAnswered ? trial.answers : trial.answers - 1;
  await ctx.db.patch("siteTrials", rowId, { answers, answeringUntilMs: undefined });
}
