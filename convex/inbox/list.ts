/** Reads the inbox: by page, filtered, or by search. */
import { literals } from "convex-helpers/validators";
import type {
  FilterBuilder,
  NamedTableInfo,
  PaginationOptions,
  PaginationResult,
} from "convex/server";
import { type Infer, v } from "convex/values";
import type { DataModel, Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { channelOf, CHANNELS } from "../shared/channel";
import { found, leftBecause, outcomeFields, outcomeStatus } from "./table";

type Outcome = Doc<"outcomes">;

const MAX_UNREAD = 100;
const MAX_SEARCH_RESULTS = 50;
/** An entry can have some 50 KB, and a function may read 16 MB. */
const PAGE_READS = { maximumRowsRead: 1_000, maximumBytesRead: 4_000_000 };

/** To add a filter, add a field here, a line in `matching`, and a control in src/features/inbox. */
export const inboxFilter = {
  assistantId: v.union(v.id("assistants"), v.null()),
  status: v.union(outcomeStatus, v.null()),
};
type InboxFilter = { [Name in keyof typeof inboxFilter]: Infer<(typeof inboxFilter)[Name]> };

export const shownOutcome = v.object({
  callId: v.id("calls"),
  /** Null if the assistant was deleted. */
  assistant: v.union(v.object({ id: v.id("assistants"), name: v.string() }), v.null()),
  channel: literals(...CHANNELS),
  /** Why a visitor could only leave a message. Null for all others. */
  leftBecause: v.union(leftBecause, v.null()),
  /** The conversations that the entry stands for, the newest first. */
  conversations: v.array(v.id("calls")),
  atMs: v.number(),
  /** What was said until it was told, while the conversation goes on. */
  soFar: v.union(v.string(), v.null()),
  found: v.array(found),
  unanswered: outcomeFields.unanswered,
  mood: outcomeFields.mood,
  language: outcomeFields.language,
  isUnread: v.boolean(),
  status: outcomeStatus,
  note: v.string(),
});
export type ShownOutcome = Infer<typeof shownOutcome>;

/** Null and undefined mean no bound. */
type Span = { fromMs?: number | null; toMs?: number | null };

/** Which entries pass the filter, one line for each field. Null lets every entry pass. */
function matching({ assistantId, status }: InboxFilter) {
  return (q: FilterBuilder<NamedTableInfo<DataModel, "outcomes">>) =>
    q.and(
      assistantId === null || q.eq(q.field("assistantId"), assistantId),
      status === null || q.eq(q.field("status"), status),
    );
}

/**
 * Reads the entries in order and filters them, so that no filter needs an index. A page that would need more reads than
 * `PAGE_READS` contains what was found so far, possibly nothing, and is not the last one.
 */
export async function pageOfInbox(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  { fromMs, toMs, ...filter }: InboxFilter & Span,
  options: PaginationOptions,
): Promise<PaginationResult<Outcome>> {
  return await ctx.db
    .query("outcomes")
    .withIndex("by_inbox", (q) =>
      q
        .eq("ownerId", ownerId)
        .eq("isInInbox", true)
        .gte("atMs", fromMs ?? 0)
        .lt("atMs", toMs ?? Number.MAX_SAFE_INTEGER),
    )
    .order("desc")
    // eslint-disable-next-line @convex-dev/no-filter-in-query -- A page limits what the filter reads (decision 29).
    .filter(matching(filter))
    .paginate({ ...options, ...PAGE_READS });
}

/** A search reads at most 1,024 entries, whatever the filter. */
export async function searchInbox(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  words: string,
  filter: InboxFilter,
): Promise<Outcome[]> {
  return await ctx.db
    .query("outcomes")
    .withSearchIndex("search_text", (q) =>
      q.search("searchText", words).eq("ownerId", ownerId).eq("isInInbox", true),
    )
    // eslint-disable-next-line @convex-dev/no-filter-in-query -- The search limits what the filter reads.
    .filter(matching(filter))
    .take(MAX_SEARCH_RESULTS);
}

export async function countUnread(ctx: QueryCtx, ownerId: Id<"users">): Promise<number> {
  const unread = await ctx.db
    .query("outcomes")
    .withIndex("by_unread", (q) => q.eq("ownerId", ownerId).eq("isUnread", true))
    .take(MAX_UNREAD);
  return unread.length;
}

/** Reads each assistant once. */
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
  const contents = { found: values, unanswered, mood, language };
  const { conversations = [callId] } = outcome;
  const kind = { channel: channelOf(outcome), leftBecause: outcome.leftBecause ?? null };
  const of = { callId, assistant, ...kind, conversations };
  const soFar = outcome.underway?.soFar ?? null;
  return { ...of, atMs, soFar, ...contents, isUnread, status, note };
}
