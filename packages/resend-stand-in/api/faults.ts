import type { OrderedFault, OrderedFaults } from "@hark/stand-in-kit/ordered-faults";
import type { RefusalName } from "../errors.ts";

/**
 * One of Resend's errors by its name: not executed. `slow`: executed, and answered after `seconds`. `no_answer`: not
 * executed, and the connection closes. `lost_answer`: executed, and then the connection closes. `domain_not_verified`:
 * the one refusal of Resend's without a name of its own.
 */
export type FaultKind = RefusalName | "domain_not_verified" | "slow" | "no_answer" | "lost_answer";

export interface Fault extends OrderedFault {
  kind: FaultKind;
  seconds: number;
}

export type Faults = OrderedFaults<Fault>;
