/** The weekly summary by mail, for owners who turned it on. */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { alertOperator } from "../lib/alert";
import { internalAction, internalMutation, internalQuery } from "../lib/internalFunctions";
import { mondayAfter } from "../notifications/mail/choices";
import { notifyOwner } from "../notifications/mail/notifyOwner";
import { isMailOn } from "../notifications/mail/send";
import type { Message } from "../notifications/mail/table";
import { DAY_MS, WEEK_MS } from "../shared/durations";
import { questionsToAsk, summaryKey, WEEKS_OF_QUESTIONS } from "./questionsToAsk";

const PAGE_SIZE = 100;
const HOURS_PER_WEEK = 7 * 24;
/**
 * The newest calls, whose success the summary counts, the typed conversations and messages that it counts, and the inbox
 * entries of the last weeks, whose questions it asks.
 */
const MAX_CALLS_READ = 200;
const MAX_ENTRIES_READ = 150;
/** A summary is not sent later than this. */
const USEFUL_FOR_MS = 3 * DAY_MS;

/**
 * Mails all due summaries, each in a transaction of its own, so that a failing one does not stop the others. It stays due.
 */
export async function sendDueSummaries(ctx: ActionCtx): Promise<void> {
  if (!isMailOn()) return;
  const { dueSummaries, sendSummary: send } = internal.calls.weeklySummary;
  const untilMs = Date.now();
  let cursor: string | null = null;
  do {
    const due: DueSummaries = await ctx.runQuery(dueSummaries, { untilMs, cursor });
    for (const ownerId of due.ownerIds) {
      await ctx.runMutation(send, { ownerId }).catch((error: unknown) => {
        alertOperator("A weekly summary failed", { ownerId, error: String(error) });
      });
    }
    cursor = due.cursor;
  } while (cursor !== null);
}

/** The cursor is null after the last page. */
export const dueSummaryPage = v.object({
  ownerIds: v.array(v.id("users")),
  cursor: v.union(v.string(), v.null()),
});
type DueSummaries = Infer<typeof dueSummaryPage>;

export async function findDueSummaries(
  ctx: QueryCtx,
  { untilMs, cursor }: { untilMs: number; cursor: string | null },
): Promise<DueSummaries> {
  const due = await ctx.db
    .query("users")
    .withIndex("by_summary_due", (q) => q.gt("summaryDueAtMs", 0).lte("summaryDueAtMs", untilMs))
    .paginate({ cursor, numItems: PAGE_SIZE });
  const ownerIds = due.page.map(({ _id }) => _id);
  return { ownerIds, cursor: due.isDone ? null : due.continueCursor };
}

/** If several weeks were missed, only the last one is mailed. */
export async function sendIfDue(ctx: MutationCtx, ownerId: Id<"users">): Promise<void> {
  const nowMs = Date.now();
  const owner = await ctx.db.get("users", ownerId);
  if (owner?.summaryDueAtMs === undefined || owner.summaryDueAtMs > nowMs) return;
  const nextMs = mondayAfter(nowMs);
  await ctx.db.patch("users", owner._id, { summaryDueAtMs: nextMs });
  await sendWeek(ctx, owner, nextMs - WEEK_MS);
}

export const sendSummaries = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await sendDueSummaries(ctx);
    return null;
  },
});

export const dueSummaries = internalQuery({
  args: { untilMs: v.number(), cursor: v.union(v.string(), v.null()) },
  returns: dueSummaryPage,
  handler: async (ctx, position) => await findDueSummaries(ctx, position),
});

export const sendSummary = internalMutation({
  args: { ownerId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { ownerId }) => {
    await sendIfDue(ctx, ownerId);
    return null;
  },
});

/** Mails the summary of the week that ends at `toMs`, unless no visitor used an assistant. */
async function sendWeek(ctx: MutationCtx, owner: Doc<"users">, toMs: number): Promise<void> {
  const usefulUntilMs = toMs + USEFUL_FOR_MS;
  if (usefulUntilMs <= Date.now()) return;
  const message = await summaryOf(ctx, owner._id, toMs);
  if (message === null) return;
  await notifyOwner(ctx, owner._id, [{ key: summaryKey(owner._id, toMs), message, usefulUntilMs }]);
}

async function summaryOf(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  toMs: number,
): Promise<Message | null> {
  const fromMs = toMs - WEEK_MS;
  const hours = await ctx.db
    .query("usageHours")
    .withIndex("by_owner_and_assistant_and_hour", (q) =>
      q.eq("ownerId", ownerId).eq("assistantId", null).gte("hourMs", fromMs).lt("hourMs", toMs),
    )
    .take(HOURS_PER_WEEK);
  const calls = sumOf(hours, (hour) => hour.calls);
  const newestOf = async (channel: Doc<"calls">["channel"]) =>
    await ctx.db
      .query("calls")
      .withIndex("by_channel", (q) =>
        q
          .eq("ownerId", ownerId)
          .eq("channel", channel)
          .gte("createdAtMs", fromMs)
          .lt("createdAtMs", toMs),
      )
      .order("desc")
      .take(MAX_CALLS_READ);
  const typed = (await newestOf("text")).filter(({ answers = 0 }) => answers > 0);
  const messages = await newestOf("message");
  if (calls === 0 && typed.length === 0 && messages.length === 0) return null;
  const newest = await newestOf(undefined);
  const outcomes = await ctx.db
    .query("outcomes")
    .withIndex("by_inbox", (q) =>
      q
        .eq("ownerId", ownerId)
        .eq("isInInbox", true)
        .gte("atMs", toMs - WEEKS_OF_QUESTIONS * WEEK_MS)
        .lt("atMs", toMs),
    )
    .order("desc")
    .take(MAX_ENTRIES_READ);
  return {
    template: "summary",
    fromMs,
    toMs,
    calls,
    typed: typed.length,
    messages: messages.length,
    seconds: sumOf(hours, (hour) => hour.seconds),
    successful: sumOf(newest, (call) => (call.isSuccessful === true ? 1 : 0)),
    unsuccessful: sumOf(newest, (call) => (call.isSuccessful === false ? 1 : 0)),
    entries: outcomes.filter(({ atMs }) => atMs >= fromMs).length,
    questions: await questionsToAsk(ctx, { ownerId, toMs, outcomes }),
  };
}

function sumOf<T>(list: T[], part: (one: T) => number): number {
  return list.reduce((sum, one) => sum + part(one), 0);
}
