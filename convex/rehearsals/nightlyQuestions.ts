/** Which questions are asked again at night, and what is kept and mailed of the answers. */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { toVoiceInput } from "../assistants/assistants";
import { conversationOf } from "../assistants/conversation";
import { openingWeekText } from "../assistants/openingHoursSpec";
import { findActiveSubscription } from "../billing/plans/customers";
import { enqueue } from "../jobs/enqueue";
import { filesOf } from "../knowledge/files";
import { digestOfText } from "../lib/bytes";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import { toIso } from "../lib/isoTime";
import { notifyOwner } from "../notifications/mail/notifyOwner";
import { nightlyFinding } from "../notifications/mail/table";
import { DAY_MS, WEEK_MS } from "../shared/durations";
import { mostAsked, questionsIn } from "./questions";
import { askedQuestionsOf } from "./rehearsals";
import { rehearsedInput, type RehearsedInput, rehearsedInputs } from "./settings";

type Assistant = Doc<"assistants">;

/** Far fewer than a transaction may read. */
const ASSISTANTS_PER_PAGE = 20;
const MAX_CALLS_READ = 100;
const MAX_CONVERSATIONS = 50;
const CONVERSATION_DAYS = 30;
/** More than the generated texts of any assistant. */
const MAX_TEXTS = 500;
/** A mail is not sent later than this. */
const USEFUL_FOR_MS = 3 * DAY_MS;

/** Enqueues a check for each published assistant of an owner with a plan, some assistants in each transaction. */
export const startChecks = internalMutation({
  args: { cursor: v.union(v.string(), v.null()) },
  returns: v.null(),
  handler: async (ctx, { cursor }) => {
    const published = await ctx.db
      .query("assistants")
      .withIndex("by_published", (q) => q.eq("published", true))
      .paginate({ cursor, numItems: ASSISTANTS_PER_PAGE });
    const keys: Id<"assistants">[] = [];
    for (const { _id, ownerId } of published.page) {
      if ((await findActiveSubscription(ctx, ownerId)) !== null) keys.push(_id);
    }
    await enqueue(ctx, "nightlyCheck", keys);
    if (published.isDone) return null;
    const next = { cursor: published.continueCursor };
    await ctx.scheduler.runAfter(0, internal.rehearsals.nightlyQuestions.startChecks, next);
    return null;
  },
});

/** The newest conversations of visitors that have ended, the newest first. */
export const conversations = internalQuery({
  args: { assistantId: v.id("assistants") },
  returns: v.array(v.id("calls")),
  handler: async (ctx, { assistantId }) => {
    const assistant = await findChecked(ctx, assistantId);
    if (assistant === null) return [];
    const calls = await ctx.db
      .query("calls")
      .withIndex("by_owner_and_assistant", (q) =>
        q
          .eq("ownerId", assistant.ownerId)
          .eq("assistantId", assistantId)
          .gte("createdAtMs", Date.now() - CONVERSATION_DAYS * DAY_MS),
      )
      .order("desc")
      .take(MAX_CALLS_READ);
    return calls
      .filter(({ kind, status }) => kind === "visitor" && status === "ended")
      .slice(0, MAX_CONVERSATIONS)
      .map(({ _id }) => _id);
  },
});

/** The questions of each conversation. A few at a time, because one can have a megabyte. */
export const questionsOf = internalQuery({
  args: { callIds: v.array(v.id("calls")) },
  returns: v.array(v.array(v.string())),
  handler: async (ctx, { callIds }) => {
    const found: string[][] = [];
    for (const callId of callIds) {
      const text = await ctx.db
        .query("callTexts")
        .withIndex("by_call", (q) => q.eq("callId", callId))
        .unique();
      found.push(questionsIn(text?.messages ?? []));
    }
    return found;
  },
});

const checkInput = v.object({
  rehearsed: rehearsedInputs,
  digest: v.string(),
  /** The week in words. Null without opening hours. */
  hours: v.union(v.string(), v.null()),
  questions: v.array(v.object({ question: v.string(), before: v.union(v.string(), v.null()) })),
});
export type CheckInput = Infer<typeof checkInput>;

/**
 * What is to be asked now: of the questions that are asked most, those that are new, whose answer may have changed, or
 * that were last asked a week ago. Forgets the questions that are no longer among them. Null if nothing is to be asked.
 */
export const begin = internalMutation({
  args: { assistantId: v.id("assistants"), conversations: v.array(v.array(v.string())) },
  returns: v.union(checkInput, v.null()),
  handler: async (ctx, { assistantId, conversations: asked }) => {
    const assistant = await findChecked(ctx, assistantId);
    if (assistant === null) return null;
    const rows = await askedQuestionsOf(ctx, assistantId);
    const chosen = mostAsked(
      asked,
      rows.map(({ question }) => question),
    );
    for (const { _id, question } of rows) {
      if (!chosen.includes(question)) await ctx.db.delete("askedQuestions", _id);
    }
    const rehearsed = await rehearsedInput(ctx, assistant, toVoiceInput(assistant));
    const digest = await digestOf(ctx, assistant, rehearsed);
    const untilMs = Date.now() - WEEK_MS;
    const questions = chosen.flatMap((question) => {
      const row = rows.find((one) => one.question === question);
      if (row?.digest === digest && row.checkedAtMs > untilMs) return [];
      return [{ question, before: row?.answer ?? null }];
    });
    if (questions.length === 0) return null;
    const { openingHours } = conversationOf(assistant);
    const hours = openingHours === null ? null : openingWeekText(openingHours);
    return { rehearsed, digest, hours, questions };
  },
});

/** Null if it was deleted, is not published, or its owner has no plan. */
async function findChecked(
  ctx: QueryCtx,
  assistantId: Id<"assistants">,
): Promise<Assistant | null> {
  const assistant = await ctx.db.get("assistants", assistantId);
  if (assistant?.published !== true) return null;
  return (await findActiveSubscription(ctx, assistant.ownerId)) === null ? null : assistant;
}

/** Of everything of the owner's that an answer depends on. The time of day is left out, since it always differs. */
async function digestOf(
  ctx: QueryCtx,
  assistant: Assistant,
  { input, variableValues, toolNames }: RehearsedInput,
): Promise<string> {
  const { openingHours: _, ...values } = variableValues;
  const texts = await ctx.db
    .query("sentTexts")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistant._id))
    .take(MAX_TEXTS);
  const files = await filesOf(ctx, assistant._id);
  const knowledge = [
    ...texts.map(({ part, digest }) => `${part} ${digest}`),
    ...files.map(({ storageId }) => storageId),
  ].sort();
  return await digestOfText(JSON.stringify([input, values, toolNames, knowledge]));
}

/** Keeps the answers, and mails what was found. */
export const record = internalMutation({
  args: {
    assistantId: v.id("assistants"),
    digest: v.string(),
    outcomes: v.array(
      v.object({
        question: v.string(),
        answer: v.union(v.string(), v.null()),
        finding: v.union(nightlyFinding, v.null()),
      }),
    ),
  },
  returns: v.null(),
  handler: async (ctx, { assistantId, digest, outcomes }) => {
    const assistant = await findChecked(ctx, assistantId);
    if (assistant === null) return null;
    const { ownerId, name: assistantName } = assistant;
    const rows = await askedQuestionsOf(ctx, assistantId);
    const checkedAtMs = Date.now();
    for (const { question, answer } of outcomes) {
      const row = rows.find((one) => one.question === question);
      const checked = { answer, checkedAtMs, digest };
      if (row !== undefined) await ctx.db.patch("askedQuestions", row._id, checked);
      else await ctx.db.insert("askedQuestions", { ownerId, assistantId, question, ...checked });
    }
    const findings = outcomes.flatMap(({ finding }) => finding ?? []);
    if (findings.length === 0) return null;
    const message = { template: "nightlyCheck", assistantId, assistantName, findings } as const;
    const key = `nightlyCheck/${assistantId}/${toIso(checkedAtMs)}`;
    const usefulUntilMs = checkedAtMs + USEFUL_FOR_MS;
    await notifyOwner(ctx, ownerId, [{ key, message, usefulUntilMs }]);
    return null;
  },
});
