/** Failures that tests and developers order for the next requests. */
import { timedFault } from "@hark/stand-in-kit/ordered-faults";
import type { OrderedFaults, TimedFault } from "@hark/stand-in-kit/ordered-faults";

/**
 * `down`: an internal error. `rate_limited`: too many requests. `taken`: somebody else was quicker. `slow`: answered after
 * some seconds. `no_answer`: nothing happens, and the connection closes. `lost_answer`: it is done, and then it closes.
 * `other_time`: it answers with another time than was asked for. `nonsense`: it answers with something else.
 */
export const FAULT_KINDS = [
  "down",
  "rate_limited",
  "taken",
  "slow",
  "no_answer",
  "lost_answer",
  "other_time",
  "nonsense",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type Fault = TimedFault<FaultKind>;
export type Faults = OrderedFaults<Fault>;

const PATHS = { page: "/hark-", times: "/v2/slots", booking: "/v2/bookings" } as const;

export function faultIn(given: Record<string, unknown>): Fault | null {
  const { of = "booking" } = given;
  if (typeof of !== "string" || !(of in PATHS)) return null;
  return timedFault(FAULT_KINDS, given, PATHS[of as keyof typeof PATHS]);
}
