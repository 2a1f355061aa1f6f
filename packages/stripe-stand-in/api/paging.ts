/** Lists, newest first, by cursor. */
import { invalid } from "../errors.ts";
import type { Kind, Records } from "../storage/records.ts";
import type { Selection } from "../storage/store.ts";
import type { World } from "../engine/world.ts";
import { either, fields, integer, text, timestamp } from "./params.ts";
import type { Parsed } from "./params.ts";

export const PAGE_PARAMS = {
  limit: integer({ least: 1, most: 100 }),
  starting_after: text,
  ending_before: text,
  created: either(
    timestamp,
    fields({ gt: timestamp, gte: timestamp, lt: timestamp, lte: timestamp }),
  ),
};

type PageParams = Parsed<typeof PAGE_PARAMS>;

export interface Page<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

const DEFAULT_LIMIT = 10;

export function pageOf<K extends Kind>(
  world: World,
  kind: K,
  {
    params,
    url,
    selection = {},
    where = () => true,
  }: {
    params: PageParams;
    url: string;
    selection?: Selection;
    where?: (record: Records[K]) => boolean;
  },
): Page<Records[K]> {
  const { created } = params;
  const isWanted = (record: Records[K]) =>
    where(record) && (!("created" in record) || isWithin(record.created, created));
  const all = world.store.all(kind, selection).filter(isWanted).reverse();
  return pageFrom(all, params, url);
}

export function pageFrom<T extends { id: string }>(
  newestFirst: T[],
  { limit = DEFAULT_LIMIT, starting_after, ending_before }: Omit<PageParams, "created">,
  url: string,
): Page<T> {
  if (starting_after !== undefined && ending_before !== undefined) {
    throw invalid(
      "Received both starting_after and ending_before parameters. Please pass in only one.",
      "parameters_exclusive",
    );
  }
  const from =
    starting_after === undefined ? 0 : indexOf(newestFirst, starting_after, "starting_after") + 1;
  if (ending_before === undefined) {
    const data = newestFirst.slice(from, from + limit);
    return { object: "list", data, has_more: from + limit < newestFirst.length, url };
  }
  const to = indexOf(newestFirst, ending_before, "ending_before");
  const data = newestFirst.slice(Math.max(to - limit, 0), to);
  return { object: "list", data, has_more: to > limit, url };
}

function indexOf(all: { id: string }[], id: string, param: string): number {
  const index = all.findIndex((one) => one.id === id);
  if (index === -1) throw invalid(`No such object: '${id}'`, "resource_missing", param);
  return index;
}

function isWithin(at: number, range: PageParams["created"]): boolean {
  if (range === undefined) return true;
  if (typeof range === "number") return at === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return at > gt && at >= gte && at < lt && at <= lte;
}
