/** What waits for the visitor's yes, to read on the talk page beside the question. */
import { type Infer, v } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { ProposalLine } from "../shared/proposal";
import { isOfCalendar, isTime, startInWords } from "./calendar";
import { findProposal, isExpired } from "./confirmation";
import { parametersOf } from "./parameters";
import type { Values, Work } from "./table";

export const shownLine = v.object({
  label: v.string(),
  value: v.union(v.string(), v.number(), v.boolean()),
});

export const shownProposal = v.object({
  id: v.id("actionRuns"),
  version: v.number(),
  title: v.string(),
  lines: v.array(v.object({ ...shownLine.fields, name: v.optional(v.string()) })),
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
  return {
    ...{ id: run._id, version: run.corrected?.count ?? 0 },
    ...{ title: action.name, lines: linesOf(action.work, run.values) },
  };
}

/** In the order in which the owner listed them. */
export function linesOf(work: Work, values: Values): ProposalLine[] {
  const time = isOfCalendar(work) ? startInWords(work, values) : null;
  return parametersOf(work).flatMap(({ name }): ProposalLine[] => {
    const label = name.replaceAll("_", " ");
    if (isTime(work, name) && time !== null) return [{ label, value: time }];
    const value = values[name];
    return value === undefined ? [] : [{ label, value, name }];
  });
}
