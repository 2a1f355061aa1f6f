/** Faults that a test orders for the next matching requests. */

export interface OrderedFault {
  method: string | null;
  /** The beginning of the path; null matches any. */
  path: string | null;
  times: number;
}

/** A fault that may last for some seconds. */
export interface TimedFault<Kind extends string> extends OrderedFault {
  kind: Kind;
  seconds: number;
}

const MAX_COUNT = 3_600;

/** Reads a fault as tests order it, for requests to this path. Null if something is wrong with what was given. */
export function timedFault<Kind extends string>(
  kinds: readonly Kind[],
  { kind: wanted, times = 1, seconds = 5 }: Record<string, unknown>,
  path: string | null,
): TimedFault<Kind> | null {
  const kind = kinds.find((one) => one === wanted);
  if (kind === undefined || !isCount(times) || !isCount(seconds)) return null;
  return { kind, method: null, path, times, seconds };
}

function isCount(given: unknown): given is number {
  return typeof given === "number" && Number.isInteger(given) && given >= 1 && given <= MAX_COUNT;
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
