/**
 * Nothing that changes something runs before the visitor has said yes to exactly these values. The first call of the tool is
 * stored as a proposal. The visitor's first words after it decide: a clear yes confirms it, fillers are passed over, and
 * anything else ends it. The assistant's own words never count, because they never arrive here.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { CONFIRM_WITHIN_MINUTES } from "../shared/actions";
import { readReply } from "../shared/clearYes";
import { MINUTE_MS } from "../shared/durations";
import { beginningOf } from "../shared/wellFormed";

type Run = Doc<"actionRuns">;

const CONFIRM_WITHIN_MS = CONFIRM_WITHIN_MINUTES * MINUTE_MS;
/** Characters. */
const MAX_WORDS_STORED = 200;

/** What a visitor said or typed, and when. */
export type VisitorWords = { words: string; atMs: number };

/** Called with everything that a visitor says or types. */
export async function recordReply(
  ctx: MutationCtx,
  callId: Id<"calls">,
  said: VisitorWords,
): Promise<void> {
  const proposal = await findProposal(ctx, callId);
  if (proposal !== null) await applyReply(ctx, proposal, said);
}

/** The proposal that waits for the visitor's yes. A conversation has at most one. */
export async function findProposal(ctx: QueryCtx, callId: Id<"calls">): Promise<Run | null> {
  return await ctx.db
    .query("actionRuns")
    .withIndex("by_call", (q) => q.eq("callId", callId).eq("state", "proposed"))
    .first();
}

/** The proposal with these words, or null if they end it. Words from before it say nothing about it. */
export async function applyReply(
  ctx: MutationCtx,
  proposal: Run,
  { words, atMs }: VisitorWords,
): Promise<Run | null> {
  if (atMs < proposal.proposedAtMs) return proposal;
  const assistant = await ctx.db.get("assistants", proposal.assistantId);
  const kind = readReply(words, assistant?.talk?.language ?? null);
  if (kind === "filler") return proposal;
  const isYes = kind === "yes";
  if (isYes && proposal.reply !== undefined) return proposal;
  const reply = { words: beginningOf(words, MAX_WORDS_STORED), atMs, isYes };
  if (isYes) {
    await ctx.db.patch("actionRuns", proposal._id, { reply });
    return { ...proposal, reply };
  }
  await endProposal(ctx, proposal, "declined", reply);
  return null;
}

/** The proposal that still counts, or null. One that was not confirmed in time ends here. */
export async function currentProposal(ctx: MutationCtx, callId: Id<"calls">): Promise<Run | null> {
  const proposal = await findProposal(ctx, callId);
  if (proposal === null || !isExpired(proposal)) return proposal;
  await endProposal(ctx, proposal, "expired");
  return null;
}

export function isExpired({ atMs }: Run): boolean {
  return Date.now() >= atMs + CONFIRM_WITHIN_MS;
}

export async function endProposal(
  ctx: MutationCtx,
  { _id }: Run,
  why: "declined" | "changed" | "expired",
  reply?: Run["reply"],
): Promise<void> {
  await ctx.db.patch("actionRuns", _id, {
    state: "refused",
    why,
    ...(reply === undefined ? {} : { reply }),
  });
}
