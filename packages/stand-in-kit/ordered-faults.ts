/** Faults that a test orders for the next matching requests. */

export interface OrderedFault {
  method: string | null;
  /** The beginning of the path; null matches any. */
  path: string | null;
  times: number;
}

export interface OrderedFaults<Fault> {
  add(fault: Fault): void;
  /** Returns the fault for this request, and uses it up once. */
  take(method: string, path: string): Fault | null;
  list(): Fault[];
  clear(): void;
}

export function createFaults<Fault extends OrderedFault>(): OrderedFaults<Fault> {
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
