/** Reserves the runs of actions, and records what came of them. */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { internalMutation } from "../lib/internalFunctions";
import { countOwnerRequest, rateLimiter } from "../lib/rateLimits";
import { userError } from "../lib/userError";
import schema from "../schema";
import { ACTION_REFUSALS } from "../shared/actionMessages";
import { MAX_RUNS_PER_CALL, RUNS_SHOWN, type RunReason } from "../shared/actions";
import { findByToolName } from "./actions";
import { isOfCalendar, startInWords } from "./calendar";
import { applyReply, currentProposal, endProposal } from "./confirmation";
import { correctedText, isProposed } from "./correction";
import { readWorkValues } from "./parameters";
import { outcome } from "./table";
import { TOLD, toldOf } from "./told";
import { digestOf } from "./values";

type Action = Doc<"actions">;
type Run = Doc<"actionRuns">;

/** Of one conversation. More would need a model that proposes one thing after another. */
const MAX_ROWS_PER_CALL = 30;
const MAX_TOOL_CALLS = 60;

/** One use of an action's tool, before it is checked. */
export const toolUse = v.object({
  toolName: v.string(),
  toolCallId: v.string(),
  /** JSON, as the model wrote it. */
  given: v.string(),
});
export type ToolUse = Infer<typeof toolUse>;

const asked = {
  callId: v.id("calls"),
  use: toolUse,
  /** The platform's time of the tool call. */
  atMs: v.number(),
  /** What the platform says the visitor has said so far, if it says that. */
  heard: v.array(v.object({ words: v.string(), atMs: v.number() })),
};

const reserved = v.union(
  v.object({ kind: v.literal("told"), text: v.string() }),
  v.object({
    kind: v.literal("run"),
    run: schema.doc("actionRuns"),
    action: schema.doc("actions"),
  }),
);
export type Reserved = Infer<typeof reserved>;

/** Decides about a tool call. The row is written before anything is sent, so that the same tool call never runs twice. */
export const reserve = internalMutation({
  args: asked,
  returns: reserved,
  handler: async (ctx, { callId, use, atMs, heard }): Promise<Reserved> => {
    const call = await ctx.db.get("calls", callId);
    if (call === null || call.status === "ended") return told(TOLD.over);
    const runs = await runsOfCall(ctx, callId);
    const same = runs.find(({ toolCallIds }) => toolCallIds.includes(use.toolCallId));
    if (same !== undefined) return told(same.told ?? TOLD.stillRunning);
    const toolCalls = runs.reduce((sum, run) => sum + run.toolCallIds.length, 0);
    if (runs.length >= MAX_ROWS_PER_CALL || toolCalls >= MAX_TOOL_CALLS) {
      return told(TOLD.callLimit);
    }
    const action = await findByToolName(ctx, call.assistantId, use.toolName);
    if (action === null) return told(TOLD.unknown);
    const wanted = { action, callId, toolCallId: use.toolCallId, atMs };
    if (!action.isOn) return await refuse(ctx, wanted, "switchedOff", TOLD.unknown);
    const read = readWorkValues(action.work, use.given);
    if (read.kind === "fault") {
      return await refuse(ctx, wanted, "invalidValues", TOLD.invalidValues(read.says));
    }
    const used = { ...wanted, values: read.values, digest: await digestOf(action, read.values) };
    const sentBefore = runs.filter(({ state }) => state !== "proposed" && state !== "refused");
    if (sentBefore.length >= MAX_RUNS_PER_CALL) {
      return await refuse(ctx, used, "callLimit", TOLD.callLimit);
    }
    const proposal = await heardProposal(ctx, callId, heard);
    if (!action.changesSomething) return await begin(ctx, used, null);
    if (proposal !== null && proposal.actionId !== action._id) {
      return await refuse(ctx, used, "oneAtATime", TOLD.oneAtATime);
    }
    const isSame = proposal !== null && isProposed(proposal, used.digest);
    if (proposal !== null && !isSame) await endProposal(ctx, proposal, "changed");
    if (proposal === null || !isSame) return await propose(ctx, used);
    if (proposal.reply?.isYes === true) return await begin(ctx, used, proposal);
    const toolCallIds = [...proposal.toolCallIds, use.toolCallId];
    await ctx.db.patch("actionRuns", proposal._id, { toolCallIds });
    return told(notYet({ ...used, values: proposal.values }) + correctedText(proposal));
  },
});

/** The owner tries an action. Pressing the button is the yes. */
export const reserveTest = internalMutation({
  args: { ownerId: v.id("users"), actionId: v.id("actions"), given: v.string() },
  returns: v.object({ run: schema.doc("actionRuns"), action: schema.doc("actions") }),
  handler: async (ctx, { ownerId, actionId, given }) => {
    await countOwnerRequest(ctx, "actionTests", ownerId);
    const action = await ctx.db.get("actions", actionId);
    if (action?.ownerId !== ownerId) throw userError("not_yours", ACTION_REFUSALS.gone);
    const read = readWorkValues(action.work, given);
    if (read.kind === "fault") throw userError("invalid_input", read.says);
    const { values } = read;
    await deleteOldTests(ctx, action);
    const digest = await digestOf(action, values);
    const atMs = Date.now();
    const run = await insertRun(ctx, { action, callId: null, atMs, values, digest }, "running");
    return { run, action };
  },
});

/** The call and its runs may have been deleted in the meantime. Returns what the assistant is told. */
export const finish = internalMutation({
  args: { runId: v.id("actionRuns"), outcome },
  returns: v.string(),
  handler: async (ctx, { runId, outcome: came }) => {
    const run = await ctx.db.get("actionRuns", runId);
    const text = (came.told ?? toldOf(came)) + (run === null ? "" : correctedText(run));
    if (run !== null) await ctx.db.patch("actionRuns", runId, { ...came, told: text });
    return text;
  },
});

interface Wanted {
  action: Action;
  callId: Id<"calls"> | null;
  toolCallId?: string;
  atMs: number;
  values?: Run["values"];
  digest?: string;
}

function told(text: string): Reserved {
  return { kind: "told", text };
}

/**
 * What the platform repeats of the visitor's words may arrive before the message that contains them. It repeats the wish too,
 * which can have the time of the proposal.
 */
async function heardProposal(
  ctx: MutationCtx,
  callId: Id<"calls">,
  heard: { words: string; atMs: number }[],
): Promise<Run | null> {
  let proposal = await currentProposal(ctx, callId);
  for (const said of heard.toSorted((one, other) => one.atMs - other.atMs)) {
    if (proposal === null) return null;
    if (said.atMs > proposal.proposedAtMs) proposal = await applyReply(ctx, proposal, said);
  }
  return proposal;
}

async function refuse(
  ctx: MutationCtx,
  wanted: Wanted,
  why: RunReason,
  text: string,
): Promise<Reserved> {
  await insertRun(ctx, wanted, "refused", { why, told: text });
  return told(text);
}

async function propose(ctx: MutationCtx, wanted: Wanted): Promise<Reserved> {
  const text = notYet(wanted);
  await insertRun(ctx, wanted, "proposed", { told: text });
  return told(text);
}

function notYet({ action: { work }, values = {} }: Wanted): string {
  const time = isOfCalendar(work) ? startInWords(work, values) : null;
  return TOLD.notYet + (time === null ? "" : ` The time is ${time}.`);
}

/** A confirmed proposal becomes the run, so that its yes counts once. */
async function begin(ctx: MutationCtx, wanted: Wanted, proposal: Run | null): Promise<Reserved> {
  const { action, toolCallId = "" } = wanted;
  const { ok } = await rateLimiter.limit(ctx, "actionRunsByAssistant", { key: action.assistantId });
  if (!ok) {
    if (proposal === null) return await refuse(ctx, wanted, "dayLimit", TOLD.dayLimit);
    const toolCallIds = [...proposal.toolCallIds, toolCallId];
    const refused: Partial<Run> = { toolCallIds, state: "refused", why: "dayLimit" };
    await ctx.db.patch("actionRuns", proposal._id, { ...refused, told: TOLD.dayLimit });
    return told(TOLD.dayLimit);
  }
  if (proposal === null)
    return { kind: "run", run: await insertRun(ctx, wanted, "running"), action };
  const started: Pick<Run, "toolCallIds" | "state" | "told"> = {
    toolCallIds: [...proposal.toolCallIds, toolCallId],
    state: "running",
    told: TOLD.stillRunning,
  };
  await ctx.db.patch("actionRuns", proposal._id, started);
  return { kind: "run", run: { ...proposal, ...started }, action };
}

async function insertRun(
  ctx: MutationCtx,
  { action, callId, toolCallId, atMs, values = {}, digest = "" }: Wanted,
  state: Run["state"],
  more: Pick<Run, "why" | "told"> = {},
): Promise<Run> {
  const { _id: actionId, ownerId, assistantId } = action;
  const runId = await ctx.db.insert("actionRuns", {
    ...{ ownerId, assistantId, actionId, callId, values, digest, state },
    toolCallIds: toolCallId === undefined ? [] : [toolCallId],
    atMs: Date.now(),
    proposedAtMs: atMs,
    ...more,
  });
  const run = await ctx.db.get("actionRuns", runId);
  if (run === null) throw new Error("The run was not inserted");
  return run;
}

async function runsOfCall(ctx: MutationCtx, callId: Id<"calls">): Promise<Run[]> {
  return await ctx.db
    .query("actionRuns")
    .withIndex("by_call", (q) => q.eq("callId", callId))
    .take(MAX_ROWS_PER_CALL);
}

/** No call decides how long the owner's own tests are kept. */
async function deleteOldTests(ctx: MutationCtx, { _id: actionId }: Action): Promise<void> {
  const tests = await ctx.db
    .query("actionRuns")
    .withIndex("by_action_and_call", (q) => q.eq("actionId", actionId).eq("callId", null))
    .order("desc")
    .take(2 * RUNS_SHOWN);
  for (const { _id } of tests.slice(RUNS_SHOWN - 1)) await ctx.db.delete("actionRuns", _id);
}
