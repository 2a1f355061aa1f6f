import { useState } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { alikeAmong } from "../../../convex/shared/similarQuestions";
import { groupQuestions } from "../../../convex/shared/openQuestions";
import type { AskedQuestion, QuestionGroup } from "./open-questions";
import { useSettledQuestions } from "./use-settled-questions";

export type OpenQuestions = {
  groups: QuestionGroup[];
  /** How often something was asked that is neither answered nor dismissed. */
  count: number;
  /** Leaves a question in the list after it has an answer, so that the answer can be shown there. */
  onOpen: (group: QuestionGroup) => void;
  /** Lets it go. */
  onDismiss: (group: QuestionGroup) => void;
};

/** The questions to these assistants that the owner has neither answered nor dismissed. Null while loading. */
export function useOpenQuestions(
  asked: AskedQuestion[] | null,
  assistantIds: Id<"assistants">[],
): OpenQuestions | null {
  const [opened, setOpened] = useState<QuestionGroup[]>([]);
  const stateOf = useSettledQuestions(assistantIds);
  if (asked === null || stateOf === null) return null;

  const open = asked.filter((one) => stateOf(one).kind === "open");
  const shown = asked.filter((one) => stateOf(one).kind === "open" || isAmong(opened, one));
  return {
    groups: groupQuestions(shown),
    count: open.length,
    onOpen: (group) => setOpened((before) => [...before, group]),
    onDismiss: (group) => setOpened((before) => before.filter((one) => !isAmong([group], one))),
  };
}

function isAmong(groups: QuestionGroup[], { assistantId, question }: AskedQuestion): boolean {
  const own = groups.filter((group) => group.assistantId === assistantId);
  return alikeAmong(own, (group) => group.question)(question) !== null;
}
