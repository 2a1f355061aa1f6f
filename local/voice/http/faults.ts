/** Failures on demand: the next requests to one route, or everything at once. */
import { ApiError } from "./api-error.ts";

export interface RouteFault {
  method: string;
  /** A path, in which `*` stands for any one part: `/assistant/*`. */
  path: string;
  status: number;
  message: string;
  /** How many requests are still to fail. */
  count: number;
}

export interface Faults {
  isDown: boolean;
  add(fault: RouteFault): void;
  list(): RouteFault[];
  clear(): void;
}

export function createFaults(): Faults {
  let faults: RouteFault[] = [];
  return {
    isDown: false,
    add: (fault) => void faults.push({ ...fault }),
    list: () => faults.filter(({ count }) => count > 0),
    clear() {
      faults = [];
      this.isDown = false;
    },
  };
}

export function withFaults<Answer>(handler: (request: Request) => Promise<Answer>, faults: Faults) {
  return async (request: Request): Promise<Answer> => {
    const { pathname } = new URL(request.url);
    const fault = faults
      .list()
      .find((one) => one.method === request.method && fits(one.path, pathname));
    if (fault === undefined) return handler(request);
    fault.count -= 1;
    throw new ApiError(fault.status, fault.message);
  };
}

function fits(pattern: string, pathname: string): boolean {
  const wanted = pattern.split("/");
  const given = pathname.split("/");
  return (
    wanted.length === given.length && wanted.every((part, at) => part === "*" || part === given[at])
  );
}
