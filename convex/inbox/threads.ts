/** One entry for each thread: the conversations of one visitor, typed and by voice. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { searchTextOf } from "./searchText";

type Outcome = Doc<"outcomes">;

/** The newest conversations of a thread that are read. An outcome can have some 50 KB. */
const MAX_CONVERSATIONS = 10;

/** Whether something was found, or a question was not answered. */
export function hasContent({ isInInbox, isSuperseded }: Outcome): boolean {
  return isInInbox || isSuperseded === true;
}

/**
 * Called when an outcome of the thread was saved or deleted. The newest conversation that left something stands for the
 * thread. It takes the owner's note along, and is unread if one of the others was.
 */
export async function settleThread(ctx: MutationCtx, threadId: string): Promise<void> {
  const outcomes = await ctx.db
    .query("outcomes")
    .withIndex("by_thread", (q) => q.eq("threadId", threadId))
    .order("desc")
    .take(MAX_CONVERSATIONS);
  const [newest, ...earlier] = outcomes.filter(hasContent);
  if (newest === undefined) return;
  const noted = earlier.find(({ isInInbox, note }) => isInInbox && note !== "");
  const note = newest.note === "" ? (noted?.note ?? "") : newest.note;
  await ctx.db.patch("outcomes", newest._id, {
    isInInbox: true,
    isSuperseded: undefined,
    conversations: outcomes.length === 1 ? undefined : outcomes.map(({ callId }) => callId),
    isUnread: newest.isUnread || earlier.some(({ isUnread }) => isUnread),
    note,
    searchText: [{ ...newest, note }, ...earlier.map((one) => ({ ...one, note: "" }))]
      .map(searchTextOf)
      .join("\n"),
  });
  for (const outcome of earlier) {
    if (outcome.isSuperseded === true) continue;
    await ctx.db.patch("outcomes", outcome._id, {
      isInInbox: false,
      isSuperseded: true,
      conversations: undefined,
      isUnread: false,
    });
  }
}
