/** What is told of a call from outside counts within what can be true of it. */
import type { Doc } from "../_generated/dataModel";
import { MINUTE_MS } from "../shared/durations";
import { JOIN_TIMEOUT_MS } from "./concurrency";

type Minted = Pick<Doc<"calls">, "mintedAtMs" | "maxDurationSeconds">;
type Times = { startedAtMs: number | null; endedAtMs: number };

/** Past its longest duration a call is over; the platform may take a moment to end it, and its clock be ahead. */
const GRACE_MS = MINUTE_MS;
/** In dollars; what Vapi lists of its own and of its models' prices adds up to less than one. */
const HIGHEST_COST_A_MINUTE = 10;
export const MICROS_PER_DOLLAR = 1_000_000;

export function latestEnd({ mintedAtMs, maxDurationSeconds }: Minted): number {
  return mintedAtMs + JOIN_TIMEOUT_MS + maxDurationSeconds * 1000 + GRACE_MS;
}

/** Nothing of a call was before it was asked for, after it must be over, or is still to come. */
export function timeWithin(call: Minted, atMs: number, nowMs: number): number {
  const latestMs = Math.min(latestEnd(call), nowMs + GRACE_MS);
  return Math.min(Math.max(atMs, call.mintedAtMs), latestMs);
}

/**
 * No call lasted longer than it was allowed to, or than there was time since it was asked for. Both times are by the
 * platform's clock, which may be ahead of ours or behind: only their difference counts.
 */
export function secondsWithin(call: Minted, told: Times, nowMs: number): number {
  if (told.startedAtMs === null) return 0;
  const sinceMinted = (nowMs - call.mintedAtMs) / 1000;
  const longest = Math.min(call.maxDurationSeconds, sinceMinted) + GRACE_MS / 1000;
  const lasted = Math.round((told.endedAtMs - told.startedAtMs) / 1000);
  return Math.floor(Math.min(Math.max(lasted, 0), longest));
}

/** Nor did it cost more than so much time can. */
export function costWithin(
  { maxDurationSeconds }: Minted,
  { costMicros }: { costMicros: number },
): number {
  const minutes = Math.ceil((maxDurationSeconds * 1000 + GRACE_MS) / MINUTE_MS);
  return Math.min(costMicros, minutes * HIGHEST_COST_A_MINUTE * MICROS_PER_DOLLAR);
}
