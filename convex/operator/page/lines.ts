/** How many of the voice platform's lines are in use, for the operator's page. */
import { type Infer, v } from "convex/values";
import type { QueryCtx } from "../../_generated/server";
import { allSlots, liveCalls } from "../../calls/concurrency";

/** Large deployments have more calls than are worth reading. */
const MAX_READ = 200;

export const linesInUse = v.object({
  inUse: v.number(),
  isMore: v.boolean(),
  lines: v.number(),
  /** Calls of owners who test, among those in use. */
  testing: v.number(),
});

export async function readLines(ctx: QueryCtx): Promise<Infer<typeof linesInUse>> {
  const live = await liveCalls(ctx, MAX_READ + 1);
  const read = live.slice(0, MAX_READ);
  return {
    inUse: read.length,
    isMore: live.length > MAX_READ,
    lines: allSlots(),
    testing: read.filter(({ kind }) => kind === "testing").length,
  };
}
