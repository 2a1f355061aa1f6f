import type { ActionCtx, MutationCtx } from "../_generated/server";

/** How jobs of one kind are run. */
export interface Handler {
  /**
   * Does the work that the current state requires. It may run again after it did some or all of it. Throws if it failed.
   * Returns when to run again, or null if the job is done.
   */
  run(ctx: ActionCtx, key: string): Promise<number | null>;
  /** Called in the transaction that records the end of the latest run. Updates what the product shows. */
  onRunEnded?(ctx: MutationCtx, key: string, isDone: boolean): Promise<void>;
  /** Called in the transaction that gives the job up. */
  giveUp?(ctx: MutationCtx, key: string): Promise<void>;
  /** How long the job is retried, if not for the usual time. */
  giveUpAfterMs?: number;
  /** Whether the job has no use later. If it was given up, it is then deleted, and the operator does not see it. */
  isPointlessLater?: boolean;
}
