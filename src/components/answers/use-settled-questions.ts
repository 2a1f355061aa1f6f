import { useQueries } from "convex/react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { stateAmong } from "../../../convex/shared/openQuestions";
import type { AskedQuestion, OwnersWork, QuestionState } from "./open-questions";

const OPEN: QuestionState = { kind: "open" };

/** Says which questions to these assistants are answered or dismissed. Null while loading. */
export function useSettledQuestions(
  assistantIds: Id<"assistants">[],
): ((asked: Omit<AskedQuestion, "callId">) => QuestionState) | null {
  const ids = JSON.stringify([...new Set(assistantIds)].sort());
  const queries = useMemo(() => {
    const entries = (JSON.parse(ids) as Id<"assistants">[]).flatMap((assistantId) => [
      [answersKey(assistantId), { query: api.knowledge.listAnswers, args: { assistantId } }],
      [dismissedKey(assistantId), { query: api.knowledge.listDismissed, args: { assistantId } }],
    ]);
    return Object.fromEntries(entries) as Parameters<typeof useQueries>[0];
  }, [ids]);
  const results = useQueries(queries) as Record<string, unknown>;
  if (Object.values(results).includes(undefined)) return null;

  // If one of them fails to load, its questions are shown as open.
  const listOf = <One>(key: string) => (Array.isArray(results[key]) ? (results[key] as One[]) : []);
  const finders = new Map(
    (JSON.parse(ids) as Id<"assistants">[]).map((assistantId) => [
      assistantId,
      stateAmong({
        answers: listOf<OwnersWork["answers"][number]>(answersKey(assistantId)),
        dismissed: listOf<OwnersWork["dismissed"][number]>(dismissedKey(assistantId)),
      }),
    ]),
  );
  return (asked) => finders.get(asked.assistantId)?.(asked) ?? OPEN;
}

const answersKey = (assistantId: Id<"assistants">) => `answers ${assistantId}`;
const dismissedKey = (assistantId: Id<"assistants">) => `dismissed ${assistantId}`;
