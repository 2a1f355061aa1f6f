/** Figures about outcomes, for charts. */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** A function reads at most 16 MB. An outcome usually has a few thousand characters. */
const MAX_OUTCOMES = 500;
const MAX_CHARACTERS_READ = 2_000_000;

export const outcomeFigures = v.object({
  callId: v.id("calls"),
  assistantId: v.id("assistants"),
  atMs: v.number(),
  isInInbox: v.boolean(),
  /** Null if the call was not evaluated. */
  isSuccessful: v.union(v.boolean(), v.null()),
  /** The number of findings that the assistant had to ask for. */
  required: v.number(),
  requiredFound: v.number(),
  unanswered: v.array(v.string()),
});
type OutcomeFigures = Infer<typeof outcomeFigures>;

type Span = { assistantId: Id<"assistants"> | null; fromMs: number; toMs: number };

export async function figuresBetween(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  { assistantId, fromMs, toMs }: Span,
): Promise<{ outcomes: OutcomeFigures[]; hasMore: boolean }> {
  const all = ctx.db.query("outcomes");
  const between =
    assistantId === null
      ? all.withIndex("by_owner", (q) =>
          q.eq("ownerId", ownerId).gte("atMs", fromMs).lt("atMs", toMs),
        )
      : all.withIndex("by_owner_and_assistant", (q) =>
          q
            .eq("ownerId", ownerId)
            .eq("assistantId", assistantId)
            .gte("atMs", fromMs)
            .lt("atMs", toMs),
        );
  const outcomes: OutcomeFigures[] = [];
  let charactersRead = 0;
  for await (const outcome of between.order("desc")) {
    if (outcomes.length === MAX_OUTCOMES || charactersRead > MAX_CHARACTERS_READ) {
      return { outcomes, hasMore: true };
    }
    outcomes.push(figuresOf(outcome));
    charactersRead += outcome.searchText.length;
  }
  return { outcomes, hasMore: false };
}

function figuresOf(outcome: Doc<"outcomes">): OutcomeFigures {
  const { callId, assistantId, atMs, isInInbox, isSuccessful = null, unanswered } = outcome;
  const required = outcome.found.filter(({ isRequired }) => isRequired);
  return {
    ...{ callId, assistantId, atMs, isInInbox, isSuccessful, unanswered },
    required: required.length,
    requiredFound: required.filter(({ value }) => value !== null).length,
  };
}
