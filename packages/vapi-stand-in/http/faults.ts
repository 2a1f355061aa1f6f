/** Failures on demand: of the next requests to one route, or of the whole platform. */
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { ApiError } from "./api-error.ts";

export interface RouteFault {
  method: string;
  /** `*` matches one segment: `/assistant/*`. */
  path: string;
  status: number;
  message: string;
  /** How many requests still fail. */
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

export function applyFaults(faults: Faults): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const fault = faults
      .list()
      .find(({ method, path }) => method === c.req.method && matches(path, c.req.path));
    if (fault !== undefined) {
      fault.count -= 1;
      throw new ApiError(fault.status, fault.message);
    }
    await next();
  };
}

function matches(pattern: string, pathname: string): boolean {
  const wanted = pattern.split("/");
  const given = pathname.split("/");
  return (
    wanted.length === given.length && wanted.every((part, at) => part === "*" || part === given[at])
  );
}
