/** Failures that tests and developers order for the next requests. */
import type { OrderedFault, OrderedFaults } from "@hark/stand-in-kit/ordered-faults";

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

export interface Fault extends OrderedFault {
  kind: FaultKind;
  seconds: number;
}

export type Faults = OrderedFaults<Fault>;

const PATHS = { page: "/hark-", times: "/v2/slots", booking: "/v2/bookings" } as const;
const MAX = 3_600;

/** Null if something is wrong with what was given. */
export function faultIn(given: Record<string, unknown>): Fault | null {
  const { of = "booking", times = 1, seconds = 5 } = given;
  const kind = FAULT_KINDS.find((one) => one === given.kind);
  const areCounts = [times, seconds].every(
    (one) => typeof one === "number" && Number.isInteger(one) && one >= 1 && one <= MAX,
  );
  if (kind === undefined || !areCounts || typeof of !== "string" || !(of in PATHS)) return null;
  return {
    ...{ kind, method: null, path: PATHS[of as keyof typeof PATHS] },
    ...{ times: times as number, seconds: seconds as number },
  };
}
