/** What assistants, files, tools, structured outputs and credentials have in common: one is read, changed and deleted by its id. */
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { Context } from "hono";
import type { Clock } from "@hark/stand-in-kit/clock";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { checkedChange, checkedQuery, jsonOf } from "../published/requests.ts";
import type { Filter, PlatformStore, ResourceTable } from "../store/platform-store.ts";
import type { Resource } from "../store/resources.ts";
import type { Access } from "./access.ts";
import { ApiError } from "./api-error.ts";

export interface ResourceRoutesParts {
  store: PlatformStore;
  clock: Clock;
  orgId: string;
  access: Access;
}

interface ResourceOptions<Kind extends Resource> {
  name: string;
  table: ResourceTable<Kind>;
  checkChange?: (given: unknown, resource: Kind) => Record<string, unknown>;
  afterDelete?: (resource: Kind) => Promise<void>;
}

export function resourceRoutes<Kind extends Resource>(
  { clock, access }: ResourceRoutesParts,
  { name, table, checkChange, afterDelete }: ResourceOptions<Kind>,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const path = `/${name}/:id`;
  const check = checkChange ?? ((given) => checkedChange(`PATCH /${name}/{id}`, given));

  app.get(path, access.privateKey, (c) => c.json(resourceIn(c, name, table)));

  app.patch(path, access.privateKey, async (c) => {
    const resource = resourceIn(c, name, table);
    const change = check(await jsonOf(c), resource);
    const updatedAt = new Date(clock.now()).toISOString();
    const merged = Object.entries({ ...resource, ...change, updatedAt });
    // A change replaces whole fields; null removes one.
    const changed = Object.fromEntries(merged.filter(([, value]) => value !== null)) as Kind;
    table.put(changed);
    return c.json(changed);
  });

  app.delete(path, access.privateKey, async (c) => {
    const resource = resourceIn(c, name, table);
    table.delete(resource.id);
    await afterDelete?.(resource);
    return c.json(resource);
  });

  return app;
}

export function newResource({ orgId, clock }: ResourceRoutesParts): Resource {
  const now = new Date(clock.now()).toISOString();
  return { id: randomUUID(), orgId, createdAt: now, updatedAt: now };
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** The `:id` of the path. */
export function idOf({ req }: Context): string {
  const id = req.param("id") ?? "";
  if (!UUID.test(id)) throw new ApiError(400, ["id must be a UUID"]);
  return id;
}

export function resourceIn<Kind extends Resource>(
  c: Context,
  name: string,
  table: ResourceTable<Kind>,
): Kind {
  const id = idOf(c);
  const resource = table.get(id);
  if (resource === null) throw new ApiError(404, `There is no ${name} ${id}.`);
  return resource;
}

/** The suffixes of `createdAtGe` and its like. */
const COMPARISONS = { Gt: ">", Lt: "<", Ge: ">=", Le: "<=" } as const;
const DEFAULT_LIMIT = 100;

/** The query of a list, checked against the vendor's document. */
export function filterOf(operation: string, c: Context): Filter {
  const query = checkedQuery(operation, new URL(c.req.url).searchParams);
  const { limit = DEFAULT_LIMIT, id, assistantId, phoneNumberId } = query;
  const times = Object.entries(query).flatMap(([name, value]): Filter["times"] => {
    const [, column, suffix] = /^(created|updated)At(Gt|Lt|Ge|Le)$/.exec(name) ?? [];
    if (column === undefined) return [];
    const comparison = COMPARISONS[suffix as keyof typeof COMPARISONS];
    const time = new Date(String(value)).toISOString();
    return [{ column: `${column as "created" | "updated"}_at`, comparison, value: time }];
  });
  return {
    times,
    // No call of this platform has a phone number.
    limit: phoneNumberId === undefined ? Number(limit) : 0,
    ...(typeof id === "string" ? { id } : {}),
    ...(typeof assistantId === "string" ? { assistantId } : {}),
  };
}
