import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { userError } from "../lib/userError";
import { REFUSALS } from "../shared/messages";
import { type Channel, storedChannel } from "../shared/channel";
import type { CallStatus } from "./table";

type Call = Doc<"calls">;

export type CallFilter = {
  /** Null for both. */
  channel: Channel | null;
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
  { channel, ...filter }: CallFilter,
  options: PaginationOptions,
): Promise<PaginationResult<Call>> {
  const { assistantId, status } = filter;
  const inOrder =
    channel === null
      ? ofBothChannels(ctx, ownerId, filter)
      : ofChannel(ctx, ownerId, channel, filter);
  const page = await inOrder.order("desc").paginate(options);
  const matches = (call: Call) =>
    (assistantId === null || call.assistantId === assistantId) &&
    (status === null || call.status === status);
  return { ...page, page: page.page.filter(matches) };
}

type InChannel = Omit<CallFilter, "channel">;

function ofBothChannels(ctx: QueryCtx, ownerId: Id<"users">, filter: InChannel) {
  const { assistantId } = filter;
  const { from, to } = boundsOf(filter);
  const status = selectedStatus(filter);
  const calls = ctx.db.query("calls");
  if (status !== null) {
    return calls.withIndex("by_owner_and_status", (q) =>
      q.eq("ownerId", ownerId).eq("status", status).gte("createdAtMs", from).lt("createdAtMs", to),
    );
  }
  if (assistantId === null) {
    return calls.withIndex("by_owner", (q) =>
      q.eq("ownerId", ownerId).gte("createdAtMs", from).lt("createdAtMs", to),
    );
  }
  return calls.withIndex("by_owner_and_assistant", (q) =>
    q
      .eq("ownerId", ownerId)
      .eq("assistantId", assistantId)
      .gte("createdAtMs", from)
      .lt("createdAtMs", to),
  );
}

function ofChannel(ctx: QueryCtx, ownerId: Id<"users">, channel: Channel, filter: InChannel) {
  const { assistantId } = filter;
  const { from, to } = boundsOf(filter);
  const status = selectedStatus(filter);
  const stored = storedChannel(channel);
  const calls = ctx.db.query("calls");
  if (status !== null) {
    return calls.withIndex("by_channel_and_status", (q) =>
      q
        .eq("ownerId", ownerId)
        .eq("channel", stored)
        .eq("status", status)
        .gte("createdAtMs", from)
        .lt("createdAtMs", to),
    );
  }
  if (assistantId === null) {
    return calls.withIndex("by_channel", (q) =>
      q.eq("ownerId", ownerId).eq("channel", stored).gte("createdAtMs", from).lt("createdAtMs", to),
    );
  }
  return calls.withIndex("by_channel_and_assistant", (q) =>
    q
      .eq("ownerId", ownerId)
      .eq("channel", stored)
      .eq("assistantId", assistantId)
      .gte("createdAtMs", from)
      .lt("createdAtMs", to),
  );
}

function boundsOf({ fromMs, toMs }: InChannel) {
  return { from: fromMs ?? 0, to: toMs ?? Number.MAX_SAFE_INTEGER };
}

/** The status that the index selects, or null if it selects by the assistant or by neither. */
function selectedStatus({ assistantId, status }: InChannel): CallStatus | null {
  return assistantId === null || status !== "ended" ? status : null;
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

/** The calls or typed conversations that changed most recently, the latest first. */
export async function changedCalls(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  { channel, count }: { channel: Call["channel"]; count: number },
): Promise<Call[]> {
  return await ctx.db
    .query("calls")
    .withIndex("by_channel_and_changed", (q) => q.eq("ownerId", ownerId).eq("channel", channel))
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
