import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { groupAlike } from "./similar-questions";

export type Outcomes = FunctionReturnType<typeof api.outcomes.outcomesBetween>;
export type OutcomeOfCall = Outcomes["outcomes"][number];

type Share = { part: number; whole: number };
export type Figures = { entries: number; success: Share; required: Share };

export type QuestionGroup = { assistantId: Id<"assistants">; question: string; count: number };

/** The share when there is nothing to count. */
export const UNKNOWN = "–";
/** Each question is compared with the groups so far, which limits how many a page can handle. */
const MAX_QUESTIONS = 500;

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

/** Groups similar questions of each assistant, in the wording of the latest one. */
export function questionGroups(outcomes: OutcomeOfCall[]): QuestionGroup[] {
  const newestFirst = outcomes
    .toSorted((one, other) => other.atMs - one.atMs)
    .flatMap(({ assistantId, unanswered }) =>
      unanswered.map((question) => ({ assistantId, question })),
    )
    .slice(0, MAX_QUESTIONS);
  const assistantIds = [...new Set(newestFirst.map(({ assistantId }) => assistantId))];
  return assistantIds
    .flatMap((assistantId) => {
      const own = newestFirst.filter((asked) => asked.assistantId === assistantId);
      return groupAlike(own, ({ question }) => question).map(([newest, ...others]) => ({
        assistantId,
        question: newest?.question ?? "",
        count: 1 + others.length,
      }));
    })
    .sort((one, other) => other.count - one.count);
}

function sumOf<T>(list: T[], part: (one: T) => number): number {
  return list.reduce((sum, one) => sum + part(one), 0);
}
