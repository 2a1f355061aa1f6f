import { useMutation } from "convex/react";
import { toast } from "../../../lib/toast";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { reasonOf } from "../../../lib/error-reason";
import { DELETION } from "./texts";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";

type Deletion = { isBusy: boolean; ask: () => void };

export function useDeleteAssistant({ _id, name }: Doc<"assistants">): Deletion {
  const deleteAssistant = useMutation(api.assistants.deleteAssistant);
  const { isBusy, run } = useOneAtATime();

  function ask() {
    if (!window.confirm(DELETION.confirm(name))) return;
    run(async () => {
      try {
        await deleteAssistant({ assistantId: _id });
        toast.success(DELETION.deleted(name));
      } catch (error) {
        toast.error(`${DELETION.failed} ${reasonOf(error)}`);
      }
    });
  }

  return { isBusy, ask };
}
