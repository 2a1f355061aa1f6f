import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type Outcomes = FunctionReturnType<typeof api.outcomes.outcomesBetween>;
export type OutcomeOfCall = Outcomes["outcomes"][number];

type Share = { part: number; whole: number };
export type Figures = { entries: number; success: Share; required: Share };

/** The share when there is nothing to count. */
export const UNKNOWN = "–";

export function figuresOf(outcomes: OutcomeOfCall[]): Figures {
  const judged = outcomes.filter(({ isSuccessful }) => isSuccessful !== null);
  return {
    entries: outcomes.filter(({ isInInbox }) => isInInbox).length,
    success: {
      part: judged.filter(({ isSuccessful }) => isSuccessful).length,
      whole: judged.length,
    },
    required: {
      part: sumOf(outcomes, ({ requiredFound }) => requiredFound),
      whole: sumOf(outcomes, ({ required }) => required),
    },
  };
}

export function percentOf({ part, whole }: Share): string {
  return whole === 0 ? UNKNOWN : `${Math.round((part / whole) * 100)}%`;
}

function sumOf<T>(list: T[], part: (one: T) => number): number {
  return list.reduce((sum, one) => sum + part(one), 0);
}
