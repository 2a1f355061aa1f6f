/** Starts rehearsals, counts them, and records what came of them. */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isAddressConfirmed } from "../accounts/addressConfirmation";
import { draftOf, publishDraft } from "../assistants/drafts";
import { findActiveSubscription } from "../billing/plans/customers";
import { enqueue } from "../jobs/enqueue";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import { toIso } from "../lib/isoTime";
import { rowsOfOwner } from "../lib/rowsOfOwner";
import { userError } from "../lib/userError";
import {
  isOver,
  MAX_REHEARSALS,
  REHEARSAL_REFUSALS,
  rehearsalsAMonth,
  UNCLEAR_REASONS,
  usesOf,
} from "../shared/rehearsals";
import { rehearsalsOf, resultOf, runOf } from "./rehearsals";
import { rehearsedInput, rehearsedInputFields, settingsToRehearse } from "./settings";
import { check, rehearsalContent, rehearsedLine, rehearsalResultFields } from "./table";

type Assistant = Doc<"assistants">;
type Rehearsal = Doc<"rehearsals">;

/** How many rehearsals the owner's plan has this month, and how many were run. */
export const shownUse = v.object({ used: v.number(), allowed: v.number() });

export async function useOf(ctx: QueryCtx, ownerId: Id<"users">): Promise<Infer<typeof shownUse>> {
  const subscription = await findActiveSubscription(ctx, ownerId);
  const row = await useRowOf(ctx, ownerId);
  const used = row?.month === thisMonth() ? row.count : 0;
  return { used, allowed: rehearsalsAMonth(subscription?.planType ?? null) };
}

interface RunOptions {
  /** Whether the draft goes live if all of them pass. */
  publishes: boolean;
  inVoice: boolean;
}

export async function startRun(
  ctx: MutationCtx & { owner: Doc<"users"> },
  assistant: Assistant,
  rehearsals: Rehearsal[],
  { publishes, inVoice }: RunOptions,
): Promise<void> {
  const { _id: assistantId, ownerId } = assistant;
  if (rehearsals.length === 0) throw userError("invalid_input", REHEARSAL_REFUSALS.nothingChosen);
  if (!isAddressConfirmed(ctx.owner)) {
    throw userError("address_unconfirmed", REHEARSAL_REFUSALS.unconfirmed);
  }
  if ((await runOf(ctx, assistantId)) !== null) {
    throw userError("rehearsals_running", REHEARSAL_REFUSALS.running);
  }
  await countUse(ctx, ownerId, usesOf(rehearsals.length, { inVoice }));
  const { draftId, digest } = await settingsToRehearse(ctx, assistant);
  const startedAtMs = Date.now();
  const owned = { ownerId, assistantId };
  const voiced = inVoice ? { inVoice } : {};
  const runId = await ctx.db.insert("rehearsalRuns", {
    ...{ ...owned, ...voiced, draftId, publishes, startedAtMs },
    platformRunId: null,
  });
  for (const { _id: rehearsalId } of rehearsals) {
    const before = await resultOf(ctx, rehearsalId);
    if (before !== null) await ctx.db.delete("rehearsalResults", before._id);
    await ctx.db.insert("rehearsalResults", {
      ...{ ...owned, ...voiced, rehearsalId, runId, digest, startedAtMs },
      ...{ state: "waiting", endedAtMs: null, checks: [], lines: [], reason: null, platform: null },
    });
  }
  await enqueue(ctx, "rehearsals", [runId]);
}

/** A started rehearsal counts, whatever came of it, because the platform was paid. */
async function countUse(ctx: MutationCtx, ownerId: Id<"users">, added: number): Promise<void> {
  const { used, allowed } = await useOf(ctx, ownerId);
  if (used + added > allowed) {
    throw userError("rehearsal_limit", REHEARSAL_REFUSALS.usedUp(allowed));
  }
  const row = await useRowOf(ctx, ownerId);
  const counted = { ownerId, month: thisMonth(), count: used + added };
  if (row === null) await ctx.db.insert("rehearsalUse", counted);
  else await ctx.db.patch("rehearsalUse", row._id, counted);
}

async function useRowOf(ctx: QueryCtx, ownerId: Id<"users">): Promise<Doc<"rehearsalUse"> | null> {
  return await rowsOfOwner(ctx, "rehearsalUse", ownerId).unique();
}

function thisMonth(): string {
  return toIso(Date.now()).slice(0, "2026-11".length);
}

const waitingRehearsal = v.object({
  resultId: v.id("rehearsalResults"),
  rehearsal: v.object(rehearsalContent),
});

const runInput = v.object({
  run: v.object({
    startedAtMs: v.number(),
    inVoice: v.boolean(),
    platformRunId: v.union(v.string(), v.null()),
  }),
  ...rehearsedInputFields,
  /** Those without a result, in the order of their results. */
  waiting: v.array(waitingRehearsal),
});
export type RunInput = Infer<typeof runInput>;

/** Null if the run has ended. What was edited since its start is rehearsed too, and shown as rehearsed before the change. */
export const findRun = internalQuery({
  args: { runId: v.id("rehearsalRuns") },
  returns: v.union(runInput, v.null()),
  handler: async (ctx, { runId }) => {
    const run = await ctx.db.get("rehearsalRuns", runId);
    const assistant = run === null ? null : await ctx.db.get("assistants", run.assistantId);
    if (run === null || assistant === null) return null;
    const { input } = await settingsToRehearse(ctx, assistant);
    const { startedAtMs, inVoice = false, platformRunId } = run;
    return {
      run: { startedAtMs, inVoice, platformRunId },
      ...(await rehearsedInput(ctx, assistant, input)),
      waiting: await waitingOf(ctx, runId),
    };
  },
});

export const findWaiting = internalQuery({
  args: { runId: v.id("rehearsalRuns") },
  returns: v.array(waitingRehearsal),
  handler: async (ctx, { runId }) => await waitingOf(ctx, runId),
});

async function waitingOf(ctx: QueryCtx, runId: Id<"rehearsalRuns">): Promise<RunInput["waiting"]> {
  const waiting: RunInput["waiting"] = [];
  for (const { _id: resultId, state, rehearsalId } of await resultsOf(ctx, runId)) {
    const found = isOver(state) ? null : await ctx.db.get("rehearsals", rehearsalId);
    if (found === null) continue;
    const { situation, must, mustNot, isCondition } = found;
    const rehearsal = { situation, must, mustNot, isCondition };
    waiting.push({ resultId, rehearsal });
  }
  return waiting;
}

async function resultsOf(ctx: QueryCtx, runId: Id<"rehearsalRuns">) {
  return await ctx.db
    .query("rehearsalResults")
    .withIndex("by_run", (q) => q.eq("runId", runId))
    .take(MAX_REHEARSALS);
}

/** Called when the platform has begun. */
export const recordStart = internalMutation({
  args: { runId: v.id("rehearsalRuns"), platformRunId: v.string() },
  returns: v.null(),
  handler: async (ctx, { runId, platformRunId }) => {
    if ((await ctx.db.get("rehearsalRuns", runId)) === null) return null;
    await ctx.db.patch("rehearsalRuns", runId, { platformRunId });
    return null;
  },
});

const progress = v.object({
  resultId: v.id("rehearsalResults"),
  platform: rehearsalResultFields.platform,
  state: rehearsalResultFields.state,
  checks: v.array(check),
  lines: v.array(rehearsedLine),
  reason: v.union(v.string(), v.null()),
  averageAnswerMs: rehearsalResultFields.averageAnswerMs,
});

/** Returns whether the run has ended. */
export const recordProgress = internalMutation({
  args: { runId: v.id("rehearsalRuns"), results: v.array(progress) },
  returns: v.boolean(),
  handler: async (ctx, { runId, results }) => {
    for (const { resultId, ...found } of results) {
      const before = await ctx.db.get("rehearsalResults", resultId);
      if (before === null) continue;
      // An open page would get the same again.
      if (before.state === found.state && before.lines.length === found.lines.length) continue;
      const endedAtMs = isOver(found.state) ? Date.now() : null;
      await ctx.db.patch("rehearsalResults", resultId, { ...found, endedAtMs });
    }
    const all = await resultsOf(ctx, runId);
    if (!all.every(({ state }) => isOver(state))) return false;
    await endRun(ctx, runId);
    return true;
  },
});

/** Ends a run whose rehearsals did not all get a result. */
export const stopRun = internalMutation({
  args: { runId: v.id("rehearsalRuns"), reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { runId, reason }) => {
    await stop(ctx, runId, reason);
    return null;
  },
});

export async function stop(
  ctx: MutationCtx,
  runId: Id<"rehearsalRuns">,
  reason: string = UNCLEAR_REASONS.platform,
): Promise<void> {
  for (const { _id, state } of await resultsOf(ctx, runId)) {
    if (isOver(state)) continue;
    const ended = { state: "unclear" as const, endedAtMs: Date.now(), reason };
    await ctx.db.patch("rehearsalResults", _id, ended);
  }
  await endRun(ctx, runId);
}

/** Publishes the draft if that was asked for, nothing failed, and it is still the draft that was rehearsed. */
async function endRun(ctx: MutationCtx, runId: Id<"rehearsalRuns">): Promise<void> {
  const run = await ctx.db.get("rehearsalRuns", runId);
  if (run === null) return;
  await ctx.db.delete("rehearsalRuns", runId);
  const { publishes, draftId, assistantId } = run;
  if (!publishes || draftId === null) return;
  const assistant = await ctx.db.get("assistants", assistantId);
  if (assistant === null || (await draftOf(ctx, assistant))?._id !== draftId) return;
  if ((await failedConditions(ctx, assistant)).length > 0) return;
  await publishDraft(ctx, assistant, draftId);
}

/** The conditions that have not passed with the settings of the draft. */
export async function failedConditions(ctx: QueryCtx, assistant: Assistant): Promise<Rehearsal[]> {
  const conditions = (await rehearsalsOf(ctx, assistant._id)).filter((one) => one.isCondition);
  if (conditions.length === 0) return [];
  const { digest } = await settingsToRehearse(ctx, assistant);
  const failed: Rehearsal[] = [];
  for (const condition of conditions) {
    const result = await resultOf(ctx, condition._id);
    if (result?.state !== "passed" || result.digest !== digest) failed.push(condition);
  }
  return failed;
}
