/** Somebody does something: what they had in mind, and what of it they can see done. */
import { ConvexError } from "convex/values";
import type { Caller } from "../world.ts";
import type { Lived, LivedOwner } from "./lived.ts";
import type { PlannedDeed } from "./plan.ts";
import type { WholeWorld } from "./whole-world.ts";

export interface Doing {
  world: WholeWorld;
  lived: Lived;
  owner: LivedOwner;
  planned: PlannedDeed;
  /** Opens the app and does this there, with what interrupts it. */
  visit: <T>(deed: (caller: Caller) => Promise<T>) => Promise<T>;
}

export type Deed = (doing: Doing) => Promise<void>;

/** Of as many as there are now. */
export function chosen<T>(list: readonly T[], which: number): T | undefined {
  return list[which % Math.max(list.length, 1)];
}

export function saidTo(error: unknown): string {
  if (!(error instanceof ConvexError)) return (error as Error).message;
  return String((error.data as { message?: unknown }).message);
}

/** What people may be told: each of them is a sentence of ours or of Stripe's page. */
export function isForPeople(error: unknown): boolean {
  if (error instanceof ConvexError) {
    const { message } = error.data as { message?: unknown };
    return typeof message === "string" && message !== "";
  }
  return /^(Checkout|Card|Payment|Confirmation) refused: /.test((error as Error).message);
}
