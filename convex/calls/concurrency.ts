import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isHouse } from "../assistants/landingAssistant";
import type { ActiveSubscription } from "../billing/plans/customers";
import { optionalCount } from "../lib/env";
import { HOUSE_LINES } from "../shared/landingAssistant";
import { FREE_LINES } from "../shared/limits";
import type { PaidPlan } from "../shared/plans";

/** Vapi's guide to call concurrency: ten for every account, until more are reserved. */
const VOICE_LINES = 10;
/** Two tabs, or two people at home. */
const LINES_PER_ADDRESS = 2;

/** A call that nobody has joined by then lets its line go. */
export const JOINED_WITHIN_MS = 60_000;

/** What a call is told when it lets go of its line; its address has no further use. */
export const LINE_LET_GO = { isLive: false, address: undefined } as const;

export type Asking = Pick<Doc<"calls">, "kind"> & { caller: string };

/** How many calls an owner may have at once, and how many of them may be visitors'. */
export type Lines = { all: number; forVisitors: number };

type Served = {
  assistant: Pick<Doc<"assistants">, "embedId">;
  subscription: ActiveSubscription | null;
};

/** The last of an owner's lines is for trying out, so that visitors cannot lock the owner out. */
export function linesOf({ assistant, subscription }: Served): Lines {
  if (isHouse(assistant)) return { all: HOUSE_LINES, forVisitors: HOUSE_LINES };
  const all = subscription === null ? FREE_LINES : linesOnPlan(subscription.plan);
  return { all, forVisitors: Math.max(1, all - 1) };
}

/** At most half of the deployment's, so that no owner's visitors can leave another owner without any. */
function linesOnPlan({ callsAtOnce }: PaidPlan): number {
  return optionalCount("LINES_PER_OWNER") ?? Math.max(1, Math.min(callsAtOnce, halfOfAll()));
}

function halfOfAll(): number {
  return Math.floor((optionalCount("VOICE_LINES") ?? VOICE_LINES) / 2);
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

export async function isLineFree(
  ctx: QueryCtx,
  { kind, caller }: Asking,
  { lines, taken }: { lines: Lines; taken: number },
): Promise<boolean> {
  const usable = kind === "testing" ? lines.all : lines.forVisitors;
  return taken < usable && (await hasCallerFreeLine(ctx, caller));
}

/**
 * Calls that nobody pays for, free ones and those of the landing page, take a line only while half of the
 * deployment's are free. So the other half is always there for owners who pay, and for their visitors.
 */
export async function isRoomForUnpaid(ctx: QueryCtx): Promise<boolean> {
  const most = halfOfAll();
  const taken = await ctx.db
    .query("calls")
    .withIndex("by_live", (q) => q.eq("isLive", true))
    .take(most);
  return taken.length < most;
}

async function hasCallerFreeLine(ctx: QueryCtx, caller: string): Promise<boolean> {
  const most = optionalCount("LINES_PER_ADDRESS") ?? LINES_PER_ADDRESS;
  const held = await ctx.db
    .query("calls")
    .withIndex("by_address", (q) => q.eq("address", caller))
    .take(most);
  return held.length < most;
}
