import type { Doc } from "../../../../convex/_generated/dataModel";
import { Contained } from "../../../components/contained";
import { AssistantCard } from "./assistant-card";
import { AssistantsSkeleton } from "./assistants-skeleton";
import { NoAssistants } from "./no-assistants";

type AssistantListProps = {
  /** Undefined while loading, like `isSubscribed`. */
  assistants: Doc<"assistants">[] | undefined;
  isSubscribed: boolean | undefined;
  isCreating: boolean;
  onCreate: () => void;
  onEdit: (assistant: Doc<"assistants">) => void;
  onDuplicate: (assistant: Doc<"assistants">) => void;
};

export function AssistantList(props: AssistantListProps) {
  const { assistants, isSubscribed, isCreating, onCreate, ...acts } = props;
  if (assistants === undefined || isSubscribed === undefined) return <AssistantsSkeleton />;
  // While the form is open there is no need to point to it.
  if (assistants.length === 0) return isCreating ? null : <NoAssistants onCreate={onCreate} />;
  return (
    // While a card shows its code, its neighbours keep their own height.
    <ul className="grid gap-4 lg:grid-cols-2 lg:has-data-code-open:items-start">
      {assistants.map((assistant) => (
        <li key={assistant._id} className="grid min-w-0">
          <Contained what={assistant.name}>
            <AssistantCard assistant={assistant} isSubscribed={isSubscribed} {...acts} />
          </Contained>
        </li>
      ))}
    </ul>
  );
}
