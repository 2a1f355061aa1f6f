import { randomUUID } from "node:crypto";
import type { Clock } from "../../clock.ts";
import type { Resource } from "../store/resources.ts";
import type { Shelf } from "../store/platform-store.ts";
import { ApiError } from "./api-error.ts";

export function newResource(orgId: string, clock: Clock): Resource {
  const now = new Date(clock.now()).toISOString();
  return { id: randomUUID(), orgId, createdAt: now, updatedAt: now };
}

export function found<Kind extends Resource>(shelf: Shelf<Kind>, what: string, id: string): Kind {
  const resource = shelf.get(id);
  if (resource === null) throw new ApiError(404, `There is no ${what} ${id}.`);
  return resource;
}

/** With these fields replaced, whole; a field that is null is left out from now on. */
export function changed<Kind extends Resource>(
  resource: Kind,
  change: Record<string, unknown>,
  clock: Clock,
): Kind {
  const merged = { ...resource, ...change, updatedAt: new Date(clock.now()).toISOString() };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) as Kind;
}
