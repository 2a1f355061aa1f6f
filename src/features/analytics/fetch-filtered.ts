import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { NEWEST_CALLS } from "../../../convex/shared/limits";
import type { ShownCall } from "../../lib/shown-calls";
import { fitsFilter } from "./fits-filter";
import type { Asked } from "./use-call-filter";

type Client = Pick<ConvexReactClient, "query">;

/** Every call that matches, including those that no list has loaded yet. */
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
