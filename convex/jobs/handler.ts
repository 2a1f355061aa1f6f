import type { ActionCtx, MutationCtx } from "../_generated/server";

/** How work of one kind is done. */
export interface Handler {
  /**
   * Does what is to be done as things stand now. It may run again after it did some or all of it, and
   * throws when it could not. Answers when there will be more to do, or null when there is not.
   */
  run(ctx: ActionCtx, key: string): Promise<number | null>;
  /** What the product shows of it, changed in the transaction that notes how the newest run ended. */
  noteOutcome?(ctx: MutationCtx, key: string, isDone: boolean): Promise<void>;
  /** What becomes of it, in the transaction that leaves the work to people. */
  giveUp?(ctx: MutationCtx, key: string): Promise<void>;
  /** For how long it is tried, where that is not as long as usual. */
  triedForMs?: number;
}
