import type { Doc } from "../_generated/dataModel";
import { JOINED_WITHIN_MS } from "./lines";

type Minted = Pick<Doc<"calls">, "mintedAtMs" | "maxDurationSeconds">;
type Times = { startedAtMs: number | null; endedAtMs: number };

/** Past its longest duration a call is over; the platform may take a moment to end it. */
const GRACE_MS = 60_000;

export function latestEnd({ mintedAtMs, maxDurationSeconds }: Minted): number {
  return mintedAtMs + JOINED_WITHIN_MS + maxDurationSeconds * 1000 + GRACE_MS;
}

/**
 * What is told of a call from outside, within what can be true of it: it did not end before it was
 * asked for, and did not last longer than it was allowed to.
 */
export function timesWithin(
  call: Minted,
  { startedAtMs, endedAtMs }: Times,
): { endedAtMs: number; seconds: number } {
  const longest = call.maxDurationSeconds + GRACE_MS / 1000;
  const lasted = startedAtMs === null ? 0 : Math.round((endedAtMs - startedAtMs) / 1000);
  return {
    endedAtMs: Math.min(Math.max(endedAtMs, call.mintedAtMs), latestEnd(call)),
    seconds: Math.min(Math.max(lasted, 0), longest),
  };
}
