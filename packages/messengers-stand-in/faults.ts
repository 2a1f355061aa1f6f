/** Failures that tests and developers order for the next messages of a vendor. */
import { timedFault } from "@hark/stand-in-kit/ordered-faults";
import type { OrderedFaults, TimedFault } from "@hark/stand-in-kit/ordered-faults";
import { VENDORS } from "./received.ts";

/**
 * `gone`: the address no longer exists. `blocked`: it exists and takes nothing, for example because its channel is
 * archived. `rate_limited`: with how many seconds to wait. `down`: an internal error. `slow`: delivered, answered after
 * some seconds. `no_answer`: not delivered, and the connection closes. `lost_answer`: delivered, and then it closes.
 */
export const FAULT_KINDS = [
  "gone",
  "blocked",
  "rate_limited",
  "down",
  "slow",
  "no_answer",
  "lost_answer",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type Fault = TimedFault<FaultKind>;
export type Faults = OrderedFaults<Fault>;

/** A vendor stands in the place of the path. */
export function faultIn(given: Record<string, unknown>): Fault | null {
  const vendor = given.vendor ?? null;
  if (vendor === null) return timedFault(FAULT_KINDS, given, null);
  const known = VENDORS.find((one) => one === vendor);
  return known === undefined ? null : timedFault(FAULT_KINDS, given, known);
}
