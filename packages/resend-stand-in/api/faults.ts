import type { OrderedFault, OrderedFaults } from "@hark/stand-in-kit/ordered-faults";
import type { RefusalName } from "../errors.ts";

/**
 * A refusal by its name: nothing is done. `slow`: carried out, and answered after `seconds`. `no_answer`:
 * nothing done, and the connection breaks. `lost_answer`: carried out, and then the connection breaks.
 * `domain_not_verified`: the refusal of Resend's that has no name of its own.
 */
export type FaultKind = RefusalName | "domain_not_verified" | "slow" | "no_answer" | "lost_answer";

export interface Fault extends OrderedFault {
  kind: FaultKind;
  seconds: number;
}

export type Faults = OrderedFaults<Fault>;
