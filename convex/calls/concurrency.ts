import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isLandingAssistant } from "../assistants/landingAssistant";
import type { ActiveSubscription } from "../billing/plans/customers";
import { optionalCount } from "../lib/env";
import { MINUTE_MS } from "../shared/durations";
import { LANDING_MAX_CALLS } from "../shared/landingAssistant";
import { FREE_MAX_CALLS } from "../shared/limits";
import type { PaidPlan } from "../shared/plans";

/** Vapi's guide to call concurrency: ten for every account, until more are reserved. */
const VOICE_CONCURRENCY = 10;
/** Two tabs, or two people at home. */
const CONCURRENCY_PER_NETWORK = 2;

/** A call that nobody has joined after this time frees its slot. */
export const JOIN_TIMEOUT_MS = MINUTE_MS;

/** Frees the slot of a call. Its address has no further use. */
export const SLOT_RELEASED = { isLive: false, address: undefined } as const;

export type Caller = Pick<Doc<"calls">, "kind"> & { caller: string };

/** How many calls an owner may have at a time, and how many of them from visitors. */
export type ConcurrencyLimit = { all: number; forVisitors: number };

type Served = {
  assistant: Pick<Doc<"assistants">, "embedId">;
  subscription: ActiveSubscription | null;
};

/** One slot is left for the owner's own tests, so that visitors cannot lock the owner out. */
export function concurrencyLimitOf({ assistant, subscription }: Served): ConcurrencyLimit {
  if (isLandingAssistant(assistant))
    return { all: LANDING_MAX_CALLS, forVisitors: LANDING_MAX_CALLS };
  const all = subscription === null ? FREE_MAX_CALLS : limitOfPlan(subscription.plan);
  return { all, forVisitors: Math.max(1, all - 1) };
}

/** At most half of the deployment's slots, so that one owner's visitors cannot use up everybody's. */
function limitOfPlan({ callsAtOnce }: PaidPlan): number {
  return (
    optionalCount("CONCURRENCY_PER_OWNER") ?? Math.max(1, Math.min(callsAtOnce, halfOfAllSlots()))
  );
}

/** How many calls the voice platform carries at once. */
export function allSlots(): number {
  return optionalCount("VOICE_CONCURRENCY") ?? VOICE_CONCURRENCY;
}

function halfOfAllSlots(): number {
  return Math.floor(allSlots() / 2);
}

export async function liveCallsOf(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  limit: number,
): Promise<Doc<"calls">[]> {
  return await ctx.db
    .query("calls")
    .withIndex("by_owner_and_live", (q) => q.eq("ownerId", ownerId).eq("isLive", true))
    .take(limit);
}

export async function hasFreeSlot(
  ctx: QueryCtx,
  { kind, caller }: Caller,
  { limit, liveCalls }: { limit: ConcurrencyLimit; liveCalls: number },
): Promise<boolean> {
  const slots = kind === "testing" ? limit.all : limit.forVisitors;
  return liveCalls < slots && (await hasCallerFreeSlot(ctx, caller));
}

/**
 * Calls that nobody pays for (free ones, and those of the landing page) may use at most half of the deployment's slots. The
 * other half is always left for paying owners and their visitors.
 */
export async function hasFreeSlotForUnpaid(ctx: QueryCtx): Promise<boolean> {
  const limit = halfOfAllSlots();
  return (await liveCalls(ctx, limit)).length < limit;
}

export async function liveCalls(ctx: QueryCtx, limit: number): Promise<Doc<"calls">[]> {
  return await ctx.db
    .query("calls")
    .withIndex("by_live", (q) => q.eq("isLive", true))
    .take(limit);
}

async function hasCallerFreeSlot(ctx: QueryCtx, caller: string): Promise<boolean> {
  const limit = optionalCount("CONCURRENCY_PER_NETWORK") ?? CONCURRENCY_PER_NETWORK;
  const live = await ctx.db
    .query("calls")
    .withIndex("by_address", (q) => q.eq("address", caller))
    .take(limit);
  return live.length < limit;
}
