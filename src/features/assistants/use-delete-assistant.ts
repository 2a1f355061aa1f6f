import { useMutation } from "convex/react";
import { toast } from "sonner";
import { api } from "../../../convex/_generated/api";
import type { Doc } from "../../../convex/_generated/dataModel";
import { reasonOf } from "../../lib/error-reason";

export function useDeleteAssistant(): (assistant: Doc<"assistants">) => void {
  const deleteAssistant = useMutation(api.assistants.deleteAssistant);

  return ({ _id, name }) => {
    if (!window.confirm(`Are you sure you want to delete "${name}"?`)) return;
    deleteAssistant({ assistantId: _id }).then(
      () => toast.success(`Assistant "${name}" deleted.`),
      (error: unknown) => toast.error(`Failed to delete assistant. ${reasonOf(error)}`),
    );
  };
}
