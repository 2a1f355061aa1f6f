/** The rehearsals of an assistant: its owner adds, changes and deletes them. */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { deleteRows } from "../lib/deleteRows";
import { userError } from "../lib/userError";
import {
  MAX_ADDED_AT_ONCE,
  MAX_ASKED_QUESTIONS,
  MAX_EXPECTATIONS,
  MAX_REHEARSALS,
  REHEARSAL_LENGTHS,
  REHEARSAL_REFUSALS,
} from "../shared/rehearsals";
import { rehearsalContent, type RehearsalContent, rehearsalResultFields } from "./table";

type Assistant = Pick<Doc<"assistants">, "_id" | "ownerId">;
type Rehearsal = Doc<"rehearsals">;
type OwnerCtx = QueryCtx & { owner: Doc<"users"> };

export const shownRehearsal = v.object({
  _id: v.id("rehearsals"),
  ...rehearsalContent,
  fromCallId: v.union(v.id("calls"), v.null()),
  /** Null if it was never run as it is written now. */
  result: v.union(
    v.object({
      state: rehearsalResultFields.state,
      startedAtMs: rehearsalResultFields.startedAtMs,
      checks: rehearsalResultFields.checks,
      lines: rehearsalResultFields.lines,
      reason: rehearsalResultFields.reason,
      inVoice: v.boolean(),
      averageAnswerMs: v.union(v.number(), v.null()),
      /** Whether the assistant's settings have changed since. */
      isOutdated: v.boolean(),
    }),
    v.null(),
  ),
});
export type ShownRehearsal = Infer<typeof shownRehearsal>;

/** The oldest first, as the owner added them. */
export async function rehearsalsOf(
  ctx: QueryCtx,
  assistantId: Id<"assistants">,
): Promise<Rehearsal[]> {
  return await ctx.db
    .query("rehearsals")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistantId))
    .take(MAX_REHEARSALS);
}

export async function resultOf(
  ctx: QueryCtx,
  rehearsalId: Id<"rehearsals">,
): Promise<Doc<"rehearsalResults"> | null> {
  return await ctx.db
    .query("rehearsalResults")
    .withIndex("by_rehearsal", (q) => q.eq("rehearsalId", rehearsalId))
    .unique();
}

/** Somebody else's rehearsal is refused like a missing one. */
export async function requireOwnRehearsal(
  ctx: OwnerCtx,
  rehearsalId: Id<"rehearsals">,
): Promise<Rehearsal> {
  const rehearsal = await ctx.db.get("rehearsals", rehearsalId);
  if (rehearsal?.ownerId !== ctx.owner._id) {
    throw userError("rehearsal_not_found", REHEARSAL_REFUSALS.gone);
  }
  return rehearsal;
}

/** `digest` is that of the settings as they would be rehearsed now. */
export async function toShown(
  ctx: QueryCtx,
  { _id, situation, must, mustNot, isCondition, ...rest }: Rehearsal,
  digest: string,
): Promise<ShownRehearsal> {
  const found = await resultOf(ctx, _id);
  const { fromCallId = null } = rest;
  const written = { situation, must, mustNot, isCondition, fromCallId };
  if (found === null) return { _id, ...written, result: null };
  const { state, startedAtMs, checks, lines, reason, inVoice = false } = found;
  const { averageAnswerMs = null } = found;
  const isOutdated = found.digest !== digest;
  return {
    ...{ _id, ...written },
    result: { state, startedAtMs, checks, lines, reason, inVoice, averageAnswerMs, isOutdated },
  };
}

export async function addRehearsals(
  ctx: MutationCtx,
  { _id: assistantId, ownerId }: Assistant,
  added: (RehearsalContent & { fromCallId?: Id<"calls"> })[],
): Promise<Id<"rehearsals">[]> {
  const present = await rehearsalsOf(ctx, assistantId);
  if (added.length > MAX_ADDED_AT_ONCE || present.length + added.length > MAX_REHEARSALS) {
    throw userError("rehearsal_limit", REHEARSAL_REFUSALS.tooMany);
  }
  const ids: Id<"rehearsals">[] = [];
  for (const { fromCallId, ...content } of added) {
    const from = fromCallId === undefined ? {} : { fromCallId };
    const row = { ownerId, assistantId, ...validRehearsal(content), ...from };
    ids.push(await ctx.db.insert("rehearsals", row));
  }
  return ids;
}

/** Its result is deleted if it was about something else. */
export async function changeRehearsal(
  ctx: MutationCtx,
  rehearsal: Rehearsal,
  content: RehearsalContent,
): Promise<void> {
  const valid = validRehearsal(content);
  const { isCondition: _, ...asked } = valid;
  const { situation, must, mustNot } = rehearsal;
  await ctx.db.patch("rehearsals", rehearsal._id, valid);
  if (JSON.stringify([situation, must, mustNot]) === JSON.stringify(Object.values(asked))) return;
  await deleteResult(ctx, rehearsal._id);
}

export async function removeRehearsal(ctx: MutationCtx, { _id }: Rehearsal): Promise<void> {
  await deleteResult(ctx, _id);
  await ctx.db.delete("rehearsals", _id);
}

/** Called when the assistant is deleted. */
export async function deleteRehearsals(
  ctx: MutationCtx,
  assistantId: Id<"assistants">,
): Promise<void> {
  for (const rehearsal of await rehearsalsOf(ctx, assistantId))
    await removeRehearsal(ctx, rehearsal);
  const run = await runOf(ctx, assistantId);
  if (run !== null) await ctx.db.delete("rehearsalRuns", run._id);
  await deleteRows(ctx, "askedQuestions", await askedQuestionsOf(ctx, assistantId));
}

/** What visitors ask most, in the order in which it was first found. */
export async function askedQuestionsOf(
  ctx: QueryCtx,
  assistantId: Id<"assistants">,
): Promise<Doc<"askedQuestions">[]> {
  return await ctx.db
    .query("askedQuestions")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistantId))
    .take(MAX_ASKED_QUESTIONS);
}

/** The run that has not ended. Null if there is none. */
export async function runOf(
  ctx: QueryCtx,
  assistantId: Id<"assistants">,
): Promise<Doc<"rehearsalRuns"> | null> {
  return await ctx.db
    .query("rehearsalRuns")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistantId))
    .unique();
}

async function deleteResult(ctx: MutationCtx, rehearsalId: Id<"rehearsals">): Promise<void> {
  const result = await resultOf(ctx, rehearsalId);
  if (result !== null) await deleteRows(ctx, "rehearsalResults", [result]);
}

/** Trimmed, in the order of the table's fields. Empty lines of a form are left out. */
function validRehearsal({
  situation,
  must,
  mustNot,
  isCondition,
}: RehearsalContent): RehearsalContent {
  const words = situation.trim();
  if (words === "") throw userError("invalid_input", REHEARSAL_REFUSALS.situationMissing);
  if (words.length > REHEARSAL_LENGTHS.situation) {
    throw userError("invalid_input", REHEARSAL_REFUSALS.situationTooLong);
  }
  const [wanted, unwanted] = [expectations(must), expectations(mustNot)];
  if (wanted.length + unwanted.length === 0) {
    throw userError("invalid_input", REHEARSAL_REFUSALS.expectationMissing);
  }
  return { situation: words, must: wanted, mustNot: unwanted, isCondition };
}

function expectations(given: string[]): string[] {
  const texts = given.map((text) => text.trim()).filter((text) => text !== "");
  if (texts.length > MAX_EXPECTATIONS) {
    throw userError("invalid_input", REHEARSAL_REFUSALS.tooManyExpectations);
  }
  if (texts.some((text) => text.length > REHEARSAL_LENGTHS.expectation)) {
    throw userError("invalid_input", REHEARSAL_REFUSALS.expectationTooLong);
  }
  return texts;
}
