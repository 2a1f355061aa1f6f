import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { logEvent } from "../lib/log";
import { beginningOf } from "../shared/wellFormed";
import type { Handler } from "./handler";
import { RENEW_EVERY_MS } from "./startJobs";
import type { StartedRun } from "./table";

const MAX_ERROR_LENGTH = 500;

/** Runs a job, renews its lease meanwhile, and records the result. */
export async function runJob(ctx: ActionCtx, run: StartedRun, handler: Handler): Promise<void> {
  const { kind, key, jobId, leaseId } = run;
  const renewing = setInterval(() => {
    // If a renewal fails, another one follows before the lease ends.
    ctx.runMutation(internal.jobs.startJobs.renewRunLease, { jobId, leaseId }).catch(console.error);
  }, RENEW_EVERY_MS);
  const about = { job: kind, key };
  const startedAtMs = Date.now();
  let error: string | null = null;
  let runAgainAtMs: number | null = null;
  try {
    runAgainAtMs = await handler.run(ctx, key);
    logEvent({ event: "job.done", ...about, ms: Date.now() - startedAtMs });
  } catch (thrown) {
    error = beginningOf(String(thrown), MAX_ERROR_LENGTH);
    // The job's row has its message, which may repeat what somebody wrote.
    const ms = Date.now() - startedAtMs;
    logEvent({ event: "job.failed", level: "error", ...about, ms, error: thrown });
  } finally {
    clearInterval(renewing);
  }
  await ctx.runMutation(internal.dispatch.jobs.recordRun, { ...run, error, runAgainAtMs });
  await ctx.runMutation(internal.jobs.startJobs.startDue, { kind });
}
