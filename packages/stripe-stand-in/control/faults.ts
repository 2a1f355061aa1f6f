import type { OrderedFault, OrderedFaults } from "@hark/stand-in-kit/ordered-faults";

/**
 * `error`: 500, nothing done. `rate_limit`: 429, nothing done. `hang`: no answer, nothing done.
 * `drop`: carried out, but the connection breaks before the answer.
 */
export type FaultKind = "error" | "rate_limit" | "hang" | "drop";

export interface Fault extends OrderedFault {
  kind: FaultKind;
}

export type Faults = OrderedFaults<Fault>;
