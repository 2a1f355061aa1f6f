/** We accept the platform's figures about a call only within plausible limits. */
import type { Doc } from "../_generated/dataModel";
import { MINUTE_MS } from "../shared/durations";
import { JOIN_TIMEOUT_MS } from "./concurrency";

type Created = Pick<Doc<"calls">, "createdAtMs" | "maxDurationSeconds">;
type Times = { startedAtMs: number | null; endedAtMs: number };

/** The platform may need a moment to end a call at its longest duration, and its clock may be ahead. */
const GRACE_MS = MINUTE_MS;
/** In dollars. The prices that Vapi lists for itself and its models add up to less than one. */
const MAX_COST_PER_MINUTE = 10;
export const MICROS_PER_DOLLAR = 1_000_000;

export function latestEnd({ createdAtMs, maxDurationSeconds }: Created): number {
  return createdAtMs + JOIN_TIMEOUT_MS + maxDurationSeconds * 1000 + GRACE_MS;
}

/** Moves a time to between the call's request and the moment when it must have ended, and not into the future. */
export function timeWithin(call: Created, atMs: number, nowMs: number): number {
  const latestMs = Math.min(latestEnd(call), nowMs + GRACE_MS);
  return Math.min(Math.max(atMs, call.createdAtMs), latestMs);
}

/**
 * Limits a call's duration to the longest that it was allowed, and to the time since its request. Both times are from the
 * platform's clock, which may differ from ours, so only their difference counts.
 */
export function secondsWithin(call: Created, reported: Times, nowMs: number): number {
  if (reported.startedAtMs === null) return 0;
  const secondsSinceCreated = (nowMs - call.createdAtMs) / 1000;
  const maxSeconds = Math.min(call.maxDurationSeconds, secondsSinceCreated) + GRACE_MS / 1000;
  const seconds = Math.round((reported.endedAtMs - reported.startedAtMs) / 1000);
  return Math.floor(Math.min(Math.max(seconds, 0), maxSeconds));
}

/** Limits a call's cost to what its longest duration can cost. */
export function costWithin(
  { maxDurationSeconds }: Created,
  { costMicros }: { costMicros: number },
): number {
  const minutes = Math.ceil((maxDurationSeconds * 1000 + GRACE_MS) / MINUTE_MS);
  return Math.min(costMicros, minutes * MAX_COST_PER_MINUTE * MICROS_PER_DOLLAR);
}
