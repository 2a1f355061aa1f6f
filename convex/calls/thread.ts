/**
 * A visitor's conversation, which can consist of typed parts and calls. The browser keeps a token for it for a day, so that
 * the visitor can continue on another page of the website.
 */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { readSignedId, signId } from "../lib/signedId";
import { DAY_MS } from "../shared/durations";

type Call = Doc<"calls">;

/** The parts of a thread that are read. More would need a visitor who starts over all day. */
const MAX_PARTS = 20;

export async function createThreadToken(embedId: string, threadId: string): Promise<string> {
  const expiresAtMs = Date.now() + DAY_MS;
  return await signId(purposeFor(embedId), { id: threadId, expiresAtMs });
}

/** Null unless we created it for this assistant, and it has not expired. */
export async function readThreadToken(embedId: string, text: unknown): Promise<string | null> {
  const token = await readSignedId(purposeFor(embedId), text);
  return token === null || token.expiresAtMs <= Date.now() ? null : token.id;
}

/** The parts of a thread, the newest first. */
export async function partsOf(ctx: QueryCtx, threadId: string): Promise<Call[]> {
  return await ctx.db
    .query("calls")
    .withIndex("by_thread", (q) => q.eq("threadId", threadId))
    .order("desc")
    .take(MAX_PARTS);
}

function purposeFor(embedId: string): string {
  return `thread ${embedId}`;
}
