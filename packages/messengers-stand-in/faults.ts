/** Failures that tests and developers order for the next messages of a vendor. */
import type { OrderedFault, OrderedFaults } from "@hark/stand-in-kit/ordered-faults";
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

export interface Fault extends OrderedFault {
  kind: FaultKind;
  seconds: number;
}

export type Faults = OrderedFaults<Fault>;

const MAX_SECONDS = 3_600;

/** Null if something is wrong with what was given. A vendor stands in the place of the path. */
export function faultIn(given: Record<string, unknown>): Fault | null {
  const { vendor = null, times = 1, seconds = 5 } = given;
  const kind = FAULT_KINDS.find((one) => one === given.kind);
  const isKnown = vendor === null || VENDORS.some((one) => one === vendor);
  const areCounts = [times, seconds].every(
    (one) => typeof one === "number" && Number.isInteger(one) && one >= 1 && one <= MAX_SECONDS,
  );
  if (kind === undefined || !isKnown || !areCounts) return null;
  return {
    ...{ kind, method: null, path: vendor as string | null },
    ...{ times: times as number, seconds: seconds as number },
  };
}
