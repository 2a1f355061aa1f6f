import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { beginningOf } from "../shared/wellFormed";
import type { Handler } from "./handler";
import { RENEW_EVERY_MS } from "./startJobs";
import type { StartedRun } from "./table";

const LONGEST_ERROR = 500;

/** A run from its first step to what became of it. */
export async function runJob(ctx: ActionCtx, run: StartedRun, handler: Handler): Promise<void> {
  const { kind, key, jobId, leaseId } = run;
  const renewing = setInterval(() => {
    // One that fails is followed by another before the lease ends.
    ctx.runMutation(internal.jobs.startJobs.renewRunLease, { jobId, leaseId }).catch(console.error);
  }, RENEW_EVERY_MS);
  let error: string | null = null;
  let againAtMs: number | null = null;
  try {
    againAtMs = await handler.run(ctx, key);
  } catch (thrown) {
    error = beginningOf(String(thrown), LONGEST_ERROR);
    console.error(`${kind} ${key}: ${error}`);
  } finally {
    clearInterval(renewing);
  }
  await ctx.runMutation(internal.dispatch.jobs.recordRun, { ...run, error, againAtMs });
  await ctx.runMutation(internal.jobs.startJobs.startDue, { kind });
}
