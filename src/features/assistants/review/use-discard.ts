import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { BAR } from "./texts";

/** Discards the changes that the owner sees, after a question. Resolves to whether none are left. */
export function useDiscard(assistantId: Id<"assistants">) {
  const discard = useMutation(api.drafts.discardDraft);

  return async (draftId: Id<"assistantDrafts">): Promise<boolean> => {
    if (!confirm(BAR.confirmDiscard)) return false;
    try {
      if (await discard({ assistantId, draftId })) toast.success(BAR.discarded);
      else toast.info(BAR.gone);
      return true;
    } catch (error) {
      toast.error(`${BAR.discardFailed} ${reasonOf(error)}`);
      return false;
    }
  };
}
