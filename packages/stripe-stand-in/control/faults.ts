import type { OrderedFault, OrderedFaults } from "@hark/stand-in-kit/ordered-faults";

/**
 * `error`: 500, not executed. `rate_limit`: 429, not executed. `hang`: no response, not executed. `drop`: executed, but
 * the connection closes before the response.
 */
export type FaultKind = "error" | "rate_limit" | "hang" | "drop";

export interface Fault extends OrderedFault {
  kind: FaultKind;
}

export type Faults = OrderedFaults<Fault>;
