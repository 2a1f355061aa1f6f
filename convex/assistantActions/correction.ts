/** The visitor corrects by hand what waits for the yes. A yes to the earlier values no longer counts. */
import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fieldsOf } from "../lib/fields";
import type { Correction, CorrectionFault } from "../shared/proposal";
import { wellFormed } from "../shared/wellFormed";
import { isTime } from "./calendar";
import { findProposal, isExpired } from "./confirmation";
import { parametersOf, readWorkValues } from "./parameters";
import { TOLD } from "./told";
import { digestOf } from "./values";

type Run = Doc<"actionRuns">;

/** The assistant may know the values of before any of them. */
const MAX_CORRECTIONS = 30;

export const correction = v.object({
  id: v.string(),
  version: v.number(),
  name: v.string(),
  value: v.union(v.string(), v.number(), v.boolean()),
});

/** Undefined if it is none. */
export function readCorrection(given: unknown): Correction | undefined {
  const { id, version, name, value } = fieldsOf(given);
  if (typeof id !== "string" || typeof version !== "number" || typeof name !== "string") {
    return undefined;
  }
  const of = { id: wellFormed(id), version, name: wellFormed(name) };
  if (typeof value === "string") return { ...of, value: wellFormed(value) };
  return typeof value === "number" || typeof value === "boolean" ? { ...of, value } : undefined;
}

/** Null if the value was taken. */
export async function applyCorrection(
  ctx: MutationCtx,
  callId: Id<"calls">,
  { id, version, name, value }: Correction,
): Promise<CorrectionFault | null> {
  const run = await findProposal(ctx, callId);
  if (run === null || isExpired(run)) return "outdated";
  const before = run.corrected ?? { names: [], digests: [], count: 0 };
  const isSeen = run._id === id && before.count === version && before.count < MAX_CORRECTIONS;
  const action = await ctx.db.get("actions", run.actionId);
  // Saving the action ends what was proposed before.
  if (!isSeen || action === null || run.digest !== (await digestOf(action, run.values))) {
    return "outdated";
  }
  const { work } = action;
  if (isTime(work, name) || !parametersOf(work).some((one) => one.name === name)) {
    return "outdated";
  }
  const read = readWorkValues(work, { ...run.values, [name]: value });
  if (read.kind === "fault") return read.code;
  const digest = await digestOf(action, read.values);
  if (digest === run.digest) return null;
  await ctx.db.patch("actionRuns", run._id, {
    ...{ values: read.values, digest },
    corrected: {
      names: [...new Set([...before.names, name])],
      digests: [...new Set([...before.digests, run.digest])],
      count: before.count + 1,
    },
    // What was said before says nothing about the new values.
    proposedAtMs: Math.max(run.proposedAtMs, Date.now()),
    reply: undefined,
  });
  return null;
}

/** Whether these are the values of the proposal. The assistant may know those from before a correction. */
export function isProposed({ digest, corrected }: Run, used: string): boolean {
  return digest === used || corrected?.digests.includes(used) === true;
}

/** Tells the assistant what it cannot know. Empty if nothing was corrected. */
export function correctedText({ corrected, values }: Run): string {
  if (corrected === undefined) return "";
  // What was emptied is null.
  const told = corrected.names.map((name) => [name, values[name] ?? null]);
  return TOLD.corrected(Object.fromEntries(told) as object);
}
