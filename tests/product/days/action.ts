/** What an owner's action gets, and helpers that all actions share. */
import { ConvexError } from "convex/values";
import type { Caller } from "../../caller.ts";
import type { History, OwnerRecord } from "./history.ts";
import type { PlannedAction } from "./plan.ts";
import type { WholeWorld } from "./whole-world.ts";

export interface ActionContext {
  world: WholeWorld;
  history: History;
  owner: OwnerRecord;
  planned: PlannedAction;
  /** Opens the app, runs the action there, and interrupts it as planned. */
  visit: <T>(action: (caller: Caller) => Promise<T>) => Promise<T>;
}

export type Action = (context: ActionContext) => Promise<void>;

/** Maps a planned number to one of the entries that exist by now. */
export function pick<T>(list: readonly T[], which: number): T | undefined {
  return list[which % Math.max(list.length, 1)];
}

export function messageOf(error: unknown): string {
  if (!(error instanceof ConvexError)) return (error as Error).message;
  return String((error.data as { message?: unknown }).message);
}

/** Errors that a person may see: our own messages, and those of Stripe's pages. */
export function isUserError(error: unknown): boolean {
  if (error instanceof ConvexError) {
    const { message } = error.data as { message?: unknown };
    return typeof message === "string" && message !== "";
  }
  return /^(Checkout|Card|Payment|Confirmation) refused: /.test((error as Error).message);
}
