import type { ActionCtx, MutationCtx } from "../../_generated/server";
import { customerDeletion, voiceDeletion } from "../leftovers";
import { voiceSync } from "../voiceSync";
import type { WorkKind } from "./outboxFields";

/** How work of one kind is done. */
export interface Handler {
  /**
   * Does what is to be done as things stand now. It may run again after it did some or all of it, and
   * throws when it could not.
   */
  run(ctx: ActionCtx, key: string): Promise<void>;
  /** What the product shows of it, changed in the transaction that notes how the newest run ended. */
  noteOutcome?(ctx: MutationCtx, key: string, isDone: boolean): Promise<void>;
}

export const HANDLERS: Record<WorkKind, Handler> = { voiceSync, voiceDeletion, customerDeletion };
