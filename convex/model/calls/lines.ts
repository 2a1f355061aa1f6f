import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { FREE_LINES } from "../../catalog/limits";
import { optionalCount } from "../../env";
import type { ActiveSubscription } from "../money/plans/customers";

/** Vapi's guide to call concurrency: ten for every account, until more are reserved. */
const VOICE_LINES = 10;
/** Two tabs, or two people at home. */
const LINES_PER_ADDRESS = 2;

/** A call that nobody has joined by then lets its line go. */
export const JOINED_WITHIN_MS = 60_000;

/** What a call is told when it lets go of its line; its address has no further use. */
export const LINE_LET_GO = { isLive: false, address: undefined } as const;

export type Asking = Pick<Doc<"calls">, "kind"> & { address: string | null };

/** Half of the deployment's, so that no owner's visitors can leave another owner without any. */
export function linesOf(subscription: ActiveSubscription | null): number {
  if (subscription === null) return FREE_LINES;
  const all = optionalCount("VOICE_LINES") ?? VOICE_LINES;
  return optionalCount("LINES_PER_OWNER") ?? Math.max(1, Math.floor(all / 2));
}

export async function liveCallsOf(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  lines: number,
): Promise<Doc<"calls">[]> {
  return await ctx.db
    .query("calls")
    .withIndex("by_owner_and_live", (q) => q.eq("ownerId", ownerId).eq("isLive", true))
    .take(lines);
}

/** The last of an owner's lines is for trying out, so that visitors cannot lock the owner out. */
export async function isLineFree(
  ctx: QueryCtx,
  { kind, address }: Asking,
  { lines, taken }: { lines: number; taken: number },
): Promise<boolean> {
  const usable = kind === "testing" ? lines : Math.max(1, lines - 1);
  return taken < usable && (await hasAddressFreeLine(ctx, address));
}

async function hasAddressFreeLine(ctx: QueryCtx, address: string | null): Promise<boolean> {
  if (address === null) return true;
  const most = optionalCount("LINES_PER_ADDRESS") ?? LINES_PER_ADDRESS;
  const held = await ctx.db
    .query("calls")
    .withIndex("by_address", (q) => q.eq("address", address))
    .take(most);
  return held.length < most;
}
