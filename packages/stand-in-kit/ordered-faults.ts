/** Failures on order: what the next matching requests meet with instead of, or after, being carried out. */

export interface OrderedFault {
  method: string | null;
  /** The beginning of the address; null is any. */
  path: string | null;
  times: number;
}

export interface OrderedFaults<Fault> {
  add(fault: Fault): void;
  /** The fault that this request meets with, which is thereby used up once. */
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
