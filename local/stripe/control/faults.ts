/** Failures on order: what the next matching API requests meet with instead of, or after, being carried out. */

/**
 * `error`: 500, nothing done. `rate_limit`: 429, nothing done. `hang`: no answer, nothing done.
 * `drop`: carried out, and then the connection breaks before the answer.
 */
export type FaultKind = "error" | "rate_limit" | "hang" | "drop";

export interface Fault {
  kind: FaultKind;
  method: string | null;
  /** The beginning of the address; null is any. */
  path: string | null;
  times: number;
}

export interface Faults {
  add(fault: Fault): void;
  /** The fault that this request meets with, which is thereby used up once. */
  take(method: string, path: string): FaultKind | null;
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
      return fault.kind;
    },
    list: () => waiting.map((fault) => ({ ...fault })),
    clear() {
      waiting = [];
    },
  };
}
