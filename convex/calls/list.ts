import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { userError } from "../lib/userError";
import { REFUSALS } from "../shared/messages";
import type { CallStatus } from "./table";

type Call = Doc<"calls">;

/** Undefined for calls by voice. */
export type Channel = Call["channel"];

export type CallFilter = {
  channel?: Channel;
  assistantId: Id<"assistants"> | null;
  status: CallStatus | null;
  fromMs: number | null;
  toMs: number | null;
};

const MAX_RESULTS = 100;
/** A function reads at most 16 MiB. A document has the transcript three times, with up to three bytes for each character. */
const MAX_CHARACTERS_READ = 1_500_000;

/**
 * The newest calls first. With both an assistant and a status, the index selects by the rarer of the two, and the other is
 * filtered, so a page can be shorter. Nearly all calls have ended.
 */
export async function pageOfCalls(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  { channel, assistantId, status, fromMs, toMs }: CallFilter,
  options: PaginationOptions,
): Promise<PaginationResult<Call>> {
  const from = fromMs ?? 0;
  const to = toMs ?? Number.MAX_SAFE_INTEGER;
  const byStatus = status !== null && (assistantId === null || status !== "ended");
  const calls = ctx.db.query("calls");
  const inOrder = byStatus
    ? calls.withIndex("by_channel_and_status", (q) =>
        q
          .eq("ownerId", ownerId)
          .eq("channel", channel)
          .eq("status", status)
          .gte("createdAtMs", from)
          .lt("createdAtMs", to),
      )
    : assistantId !== null
      ? calls.withIndex("by_channel_and_assistant", (q) =>
          q
            .eq("ownerId", ownerId)
            .eq("channel", channel)
            .eq("assistantId", assistantId)
            .gte("createdAtMs", from)
            .lt("createdAtMs", to),
        )
      : calls.withIndex("by_channel", (q) =>
          q
            .eq("ownerId", ownerId)
            .eq("channel", channel)
            .gte("createdAtMs", from)
            .lt("createdAtMs", to),
        );
  const page = await inOrder.order("desc").paginate(options);
  const matches = (call: Call) =>
    (assistantId === null || call.assistantId === assistantId) &&
    (status === null || call.status === status);
  return { ...page, page: page.page.filter(matches) };
}

export async function newestCalls(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  count: number,
): Promise<Call[]> {
  return await ctx.db
    .query("calls")
    .withIndex("by_channel", (q) => q.eq("ownerId", ownerId).eq("channel", undefined))
    .order("desc")
    .take(count);
}

/** The calls that changed most recently, the latest first. */
export async function changedCalls(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  count: number,
): Promise<Call[]> {
  return await ctx.db
    .query("calls")
    .withIndex("by_channel_and_changed", (q) => q.eq("ownerId", ownerId).eq("channel", undefined))
    .order("desc")
    .take(count);
}

/** Calls whose summary or transcript contains these words, the best match first. */
export async function foundCalls(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  words: string,
): Promise<Call[]> {
  const texts = ctx.db
    .query("callTexts")
    .withSearchIndex("search_text", (q) => q.search("searchText", words).eq("ownerId", ownerId));
  const found: Id<"calls">[] = [];
  let charactersRead = 0;
  for await (const { callId, searchText } of texts) {
    found.push(callId);
    charactersRead += searchText.length;
    if (found.length === MAX_RESULTS || charactersRead > MAX_CHARACTERS_READ) break;
  }
  const calls = await Promise.all(found.map((callId) => ctx.db.get("calls", callId)));
  return calls.filter((call) => call !== null);
}

/** Somebody else's call is refused like a missing one. */
export async function requireOwnCall(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  callId: Id<"calls">,
): Promise<Call> {
  const call = await ctx.db.get("calls", callId);
  if (call?.ownerId !== ownerId) throw userError("call_not_found", REFUSALS.callNotFound);
  return call;
}
