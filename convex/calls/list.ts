import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { userError } from "../lib/userError";
import { REFUSALS } from "../shared/messages";
import type { CallStatus } from "./table";

type Call = Doc<"calls">;

export type CallFilter = {
  assistantId: Id<"assistants"> | null;
  status: CallStatus | null;
  fromMs: number | null;
  toMs: number | null;
};

const MOST_FOUND = 100;
/** A function reads at most 16 MiB; what was said stands in a document three times, in up to three bytes a letter. */
const MOST_LETTERS_READ = 1_500_000;

/**
 * Newest first. Nearly all calls have ended, so of an assistant and a status the index narrows to the
 * rarer of the two, and a page is short of what the other one leaves out.
 */
export async function pageOfCalls(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  { assistantId, status, fromMs, toMs }: CallFilter,
  options: PaginationOptions,
): Promise<PaginationResult<Call>> {
  const from = fromMs ?? 0;
  const to = toMs ?? Number.MAX_SAFE_INTEGER;
  const byStatus = status !== null && (assistantId === null || status !== "ended");
  const calls = ctx.db.query("calls");
  const inOrder = byStatus
    ? calls.withIndex("by_owner_and_status", (q) =>
        q.eq("ownerId", ownerId).eq("status", status).gte("mintedAtMs", from).lt("mintedAtMs", to),
      )
    : assistantId !== null
      ? calls.withIndex("by_owner_and_assistant", (q) =>
          q
            .eq("ownerId", ownerId)
            .eq("assistantId", assistantId)
            .gte("mintedAtMs", from)
            .lt("mintedAtMs", to),
        )
      : calls.withIndex("by_owner", (q) =>
          q.eq("ownerId", ownerId).gte("mintedAtMs", from).lt("mintedAtMs", to),
        );
  const page = await inOrder.order("desc").paginate(options);
  const fits = (call: Call) =>
    (assistantId === null || call.assistantId === assistantId) &&
    (status === null || call.status === status);
  return { ...page, page: page.page.filter(fits) };
}

export async function newestCalls(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  count: number,
): Promise<Call[]> {
  return await ctx.db
    .query("calls")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .order("desc")
    .take(count);
}

/** Those that changed last, the last one first. */
export async function changedCalls(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  count: number,
): Promise<Call[]> {
  return await ctx.db
    .query("calls")
    .withIndex("by_owner_and_changed", (q) => q.eq("ownerId", ownerId))
    .order("desc")
    .take(count);
}

/** The calls in whose summary or transcript these words occur, best first. */
export async function foundCalls(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  words: string,
): Promise<Call[]> {
  const texts = ctx.db
    .query("callTexts")
    .withSearchIndex("search_text", (q) => q.search("searchText", words).eq("ownerId", ownerId));
  const found: Id<"calls">[] = [];
  let letters = 0;
  for await (const { callId, searchText } of texts) {
    found.push(callId);
    letters += searchText.length;
    if (found.length === MOST_FOUND || letters > MOST_LETTERS_READ) break;
  }
  const calls = await Promise.all(found.map((callId) => ctx.db.get("calls", callId)));
  return calls.filter((call) => call !== null);
}

/** Someone else's call is answered like a missing one. */
export async function requireOwnCall(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  callId: Id<"calls">,
): Promise<Call> {
  const call = await ctx.db.get("calls", callId);
  if (call?.ownerId !== ownerId) throw userError("call_not_found", REFUSALS.callNotFound);
  return call;
}
