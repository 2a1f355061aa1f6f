/** What calls left behind, as their owner goes through it. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { found, outcomeFields, outcomeStatus } from "./table";

type Outcome = Doc<"outcomes">;

const MOST_UNREAD = 100;
const MOST_FOUND = 50;

export const inboxFilter = {
  assistantId: v.union(v.id("assistants"), v.null()),
  status: v.union(outcomeStatus, v.null()),
};
type InboxFilter = { [Name in keyof typeof inboxFilter]: Infer<(typeof inboxFilter)[Name]> };

export const shownOutcome = v.object({
  callId: v.id("calls"),
  /** Null when it was deleted since. */
  assistant: v.union(v.object({ id: v.id("assistants"), name: v.string() }), v.null()),
  atMs: v.number(),
  found: v.array(found),
  unanswered: outcomeFields.unanswered,
  mood: outcomeFields.mood,
  language: outcomeFields.language,
  isUnread: v.boolean(),
  status: outcomeStatus,
  note: v.string(),
});
export type ShownOutcome = Infer<typeof shownOutcome>;

/** Of these times, where there are any. */
type Span = { fromMs?: number | null; toMs?: number | null };

export async function pageOfInbox(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  { assistantId, status, fromMs, toMs }: InboxFilter & Span,
  options: PaginationOptions,
): Promise<PaginationResult<Outcome>> {
  const from = fromMs ?? 0;
  const to = toMs ?? Number.MAX_SAFE_INTEGER;
  const outcomes = ctx.db.query("outcomes");
  const inOrder =
    assistantId === null
      ? status === null
        ? outcomes.withIndex("by_inbox", (q) =>
            q.eq("ownerId", ownerId).eq("isInInbox", true).gte("atMs", from).lt("atMs", to),
          )
        : outcomes.withIndex("by_inbox_and_status", (q) =>
            q
              .eq("ownerId", ownerId)
              .eq("isInInbox", true)
              .eq("status", status)
              .gte("atMs", from)
              .lt("atMs", to),
          )
      : status === null
        ? outcomes.withIndex("by_inbox_and_assistant", (q) =>
            q
              .eq("ownerId", ownerId)
              .eq("isInInbox", true)
              .eq("assistantId", assistantId)
              .gte("atMs", from)
              .lt("atMs", to),
          )
        : outcomes.withIndex("by_inbox_and_assistant_and_status", (q) =>
            q
              .eq("ownerId", ownerId)
              .eq("isInInbox", true)
              .eq("assistantId", assistantId)
              .eq("status", status)
              .gte("atMs", from)
              .lt("atMs", to),
          );
  return await inOrder.order("desc").paginate(options);
}

export async function foundInInbox(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  words: string,
): Promise<Outcome[]> {
  return await ctx.db
    .query("outcomes")
    .withSearchIndex("search_text", (q) =>
      q.search("searchText", words).eq("ownerId", ownerId).eq("isInInbox", true),
    )
    .take(MOST_FOUND);
}

export async function countUnread(ctx: QueryCtx, ownerId: Id<"users">): Promise<number> {
  const unread = await ctx.db
    .query("outcomes")
    .withIndex("by_unread", (q) => q.eq("ownerId", ownerId).eq("isUnread", true))
    .take(MOST_UNREAD);
  return unread.length;
}

/** Reads each assistant once, however many calls it had. */
export async function showOutcomes(ctx: QueryCtx, outcomes: Outcome[]): Promise<ShownOutcome[]> {
  const ids = [...new Set(outcomes.map(({ assistantId }) => assistantId))];
  const assistants = await Promise.all(ids.map((id) => ctx.db.get("assistants", id)));
  const names = new Map(assistants.flatMap((one) => (one === null ? [] : [[one._id, one.name]])));
  return outcomes.map((outcome) => toShown(outcome, names.get(outcome.assistantId) ?? null));
}

export function toShown(outcome: Outcome, assistantName: string | null): ShownOutcome {
  const { callId, assistantId, atMs, isUnread, status, note } = outcome;
  const { found: values, unanswered, mood, language } = outcome;
  const assistant = assistantName === null ? null : { id: assistantId, name: assistantName };
  const said = { found: values, unanswered, mood, language };
  return { callId, assistant, atMs, ...said, isUnread, status, note };
}
