/** Failures on order: what the next matching requests meet with instead of, or after, being carried out. */
import type { RefusalName } from "../errors.ts";

/**
 * A refusal by its name: nothing is done. `slow`: carried out, and answered after `seconds`. `no_answer`:
 * nothing done, and the connection breaks. `lost_answer`: carried out, and then the connection breaks.
 * `domain_not_verified`: the refusal of Resend's that has no name of its own.
 */
export type FaultKind = RefusalName | "domain_not_verified" | "slow" | "no_answer" | "lost_answer";

export interface Fault {
  kind: FaultKind;
  method: string | null;
  /** The beginning of the address; null is any. */
  path: string | null;
  times: number;
  seconds: number;
}

export interface Faults {
  add(fault: Fault): void;
  /** The fault that this request meets with, which is thereby used up once. */
  take(method: string, path: string): Fault | null;
  list(): Fault[];
  clear(): void;
}

export function createFaults(): Faults {
  let waiting: Fault[] = [];
  return {
    add(fault) {
      waiting.push({ ...fault });
    },
    take(method, path) {
      const fault = waiting.find(
        (one) =>
          (one.method === null || one.method === method) &&
          (one.path === null || path.startsWith(one.path)),
      );
      if (fault === undefined) return null;
      fault.times -= 1;
      waiting = waiting.filter(({ times }) => times > 0);
      return { ...fault };
    },
    list: () => waiting.map((fault) => ({ ...fault })),
    clear() {
      waiting = [];
    },
  };
}
