/** What waits for the visitor's yes, to read on the talk page beside the question. */
import { type Infer, v } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { Proposal } from "../shared/proposal";
import { isOfCalendar, startInWords } from "./calendar";
import { findProposal, isExpired } from "./confirmation";
import { parametersOf } from "./parameters";
import type { Values, Work } from "./table";

export const shownProposal = v.object({
  title: v.string(),
  lines: v.array(
    v.object({ label: v.string(), value: v.union(v.string(), v.number(), v.boolean()) }),
  ),
});

/** Null if nothing waits for a yes. */
export async function proposalOf(
  ctx: QueryCtx,
  callId: Id<"calls">,
): Promise<Infer<typeof shownProposal> | null> {
  const run = await findProposal(ctx, callId);
  if (run === null || run.reply !== undefined || isExpired(run)) return null;
  const action = await ctx.db.get("actions", run.actionId);
  if (action === null) return null;
  return { title: action.name, lines: linesOf(action.work, run.values) };
}

/** In the order in which the owner listed them. */
function linesOf(work: Work, values: Values): Proposal["lines"] {
  const time = isOfCalendar(work) ? startInWords(work, values) : null;
  return parametersOf(work).flatMap(({ name }) => {
    const value = name === "start" && time !== null ? time : values[name];
    return value === undefined ? [] : [{ label: name.replaceAll("_", " "), value }];
  });
}
