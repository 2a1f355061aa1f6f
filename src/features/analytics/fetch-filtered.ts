import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { NEWEST_CALLS } from "../../../convex/catalog/limits";
import type { ShownCall } from "./call-types";
import type { Asked } from "./use-call-filter";

type Client = Pick<ConvexReactClient, "query">;

/** Every call that fits, also those that no list has loaded yet. */
export async function fetchFiltered(
  client: Client,
  asked: Asked,
  words: string,
): Promise<ShownCall[]> {
  if (words !== "") {
    const found = await client.query(api.calls.searchCalls, { words });
    return found.filter((call) => fitsFilter(call, asked));
  }
  const calls: ShownCall[] = [];
  let cursor: string | null = null;
  let isDone = false;
  while (!isDone) {
    const page: { page: ShownCall[]; isDone: boolean; continueCursor: string } = await client.query(
      api.calls.pageCalls,
      { ...asked, paginationOpts: { numItems: NEWEST_CALLS, cursor } },
    );
    calls.push(...page.page);
    ({ isDone, continueCursor: cursor } = page);
  }
  return calls;
}

export function fitsFilter(call: ShownCall, { assistantId, status, fromMs, toMs }: Asked): boolean {
  const atMs = Date.parse(call.createdAt);
  return (
    (assistantId === null || call.assistant?.id === assistantId) &&
    (status === null || call.status === status) &&
    (fromMs === null || atMs >= fromMs) &&
    (toMs === null || atMs < toMs)
  );
}
