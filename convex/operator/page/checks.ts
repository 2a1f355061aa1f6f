/** What the deployment can tell about itself, for the operator's page. shared/deploymentChecks.ts has the doctor's words. */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { QueryCtx } from "../../_generated/server";
import { outdatedAssistants } from "../../assistants/outdated";
import { specDigest } from "../../assistants/specDigest";
import { oldestDue } from "../../jobs/failures";
import { JOB_KINDS } from "../../jobs/table";
import { optional } from "../../lib/env";
import { REQUIRED_VARIABLES } from "../../shared/variables";
import { deadJobs, nullIfMisconfigured, voiceFailures } from "../facts";
import { migrationState, statesOf } from "../migrations";
import { shownError } from "./shownError";

/** Fewer than the doctor reads, because the page reads them again with each call. */
const NEWEST_CALLS = 50;

export const ownChecks = v.object({
  missingVariables: v.array(literals(...REQUIRED_VARIABLES)),
  hasPublicKey: v.boolean(),
  jobsDueSinceMs: v.union(v.number(), v.null()),
  deadJobs: v.number(),
  unfinishedMigrations: v.array(migrationState),
  voiceFailures: v.array(v.string()),
  /** Null if the voice settings in the environment are wrong. The names of assistants are their owners' affair. */
  outdated: v.union(
    v.object({
      assistants: v.array(v.object({ name: v.null(), isWaiting: v.boolean() })),
      isMore: v.boolean(),
    }),
    v.null(),
  ),
});
export type OwnChecks = Infer<typeof ownChecks>;

export async function readChecks(ctx: QueryCtx): Promise<OwnChecks> {
  const digest = await nullIfMisconfigured(specDigest);
  const outdated = digest === null ? null : await outdatedAssistants(ctx, digest);
  return {
    missingVariables: REQUIRED_VARIABLES.filter((name) => optional(name) === null),
    hasPublicKey: optional("VAPI_PUBLIC_KEY") !== null,
    jobsDueSinceMs: await oldestDue(ctx, JOB_KINDS),
    deadJobs: (await deadJobs(ctx)).length,
    unfinishedMigrations: (await statesOf(ctx))
      .filter(({ state }) => state !== "done")
      .map((one) => ({ ...one, error: one.error && shownError(one.error) })),
    voiceFailures: await voiceFailures(ctx, NEWEST_CALLS),
    outdated: outdated && {
      assistants: outdated.assistants.map(({ isWaiting }) => ({ name: null, isWaiting })),
      isMore: outdated.isMore,
    },
  };
}
