import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { AssistantCard } from "./assistant-card";
import { AssistantsSkeleton } from "./assistants-skeleton";
import { NoAssistants } from "./no-assistants";
import { useDeleteAssistant } from "./use-delete-assistant";

type AssistantListProps = { isCreating: boolean; onCreate: () => void };

export function AssistantList({ isCreating, onCreate }: AssistantListProps) {
  const assistants = useQuery(api.assistants.listAssistants);
  const deleteAssistant = useDeleteAssistant();

  if (assistants === undefined) return <AssistantsSkeleton />;
  // The form that is open is the next step already.
  if (assistants.length === 0) return isCreating ? null : <NoAssistants onCreate={onCreate} />;
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {assistants.map((assistant) => (
        <li key={assistant._id} className="grid">
          <AssistantCard assistant={assistant} onDelete={deleteAssistant} />
        </li>
      ))}
    </ul>
  );
}
