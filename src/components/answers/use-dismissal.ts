import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { MAX_QUESTION_LENGTH } from "../../../convex/shared/sources";
import { beginningOf } from "../../../convex/shared/wellFormed";
import { reasonOf } from "../../lib/error-reason";
import { alikeAmong } from "../../../convex/shared/similarQuestions";
import { toast } from "../../lib/toast";
import { ANSWERS } from "./texts";

type Dismissed = Id<"dismissedQuestions">;

/** Takes questions out of the lists and puts them back. Failures are shown as toasts. */
export function useDismissal() {
  const dismissQuestion = useMutation(api.knowledge.dismissQuestion);
  const restoreQuestion = useMutation(api.knowledge.restoreQuestion);

  async function restore(dismissedId: Dismissed) {
    try {
      await restoreQuestion({ dismissedId });
    } catch (error) {
      toast.error(ANSWERS.restoreFailed, { description: reasonOf(error) });
    }
  }

  async function dismiss(
    assistantId: Id<"assistants">,
    asked: string,
  ): Promise<Dismissed | undefined> {
    try {
      const question = beginningOf(asked, MAX_QUESTION_LENGTH);
      return await dismissQuestion({ assistantId, question });
    } catch (error) {
      toast.error(ANSWERS.dismissFailed, { description: reasonOf(error) });
      return undefined;
    }
  }

  /** An answer in quite different words would leave the question in the lists. */
  async function dismissIfReworded(
    assistantId: Id<"assistants">,
    asked: string,
    saved: { question: string },
  ) {
    const isAlike = alikeAmong([saved], ({ question }) => question)(asked) !== null;
    if (!isAlike) await dismiss(assistantId, asked);
  }

  /** With a toast in which it can be undone. */
  async function dismissWithUndo(assistantId: Id<"assistants">, question: string) {
    const dismissedId = await dismiss(assistantId, question);
    if (dismissedId === undefined) return;
    toast.undoable(ANSWERS.dismissed, () => void restore(dismissedId));
  }

  return { dismiss, dismissIfReworded, dismissWithUndo, restore };
}
