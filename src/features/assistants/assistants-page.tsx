import { useMutation } from "convex/react";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/button";
import { usePageTitle } from "../../lib/use-page-title";
import { AssistantList } from "./assistant-list";
import { CreateAssistantForm } from "./create-assistant-form";

export function AssistantsPage() {
  usePageTitle("Assistants");
  const createAssistant = useMutation(api.assistants.createAssistant);
  const [isCreating, setIsCreating] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  function toggleForm() {
    setIsCreating(!isCreating);
  }

  function closeForm() {
    setIsCreating(false);
    toggle.current?.focus();
  }

  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-title font-semibold">Your AI Voice Assistants</h1>
        <Button
          ref={toggle}
          variant={isCreating ? "secondary" : "primary"}
          aria-expanded={isCreating}
          onClick={toggleForm}
        >
          {!isCreating && <Plus size={16} strokeWidth={1.75} aria-hidden />}
          {isCreating ? "Cancel" : "Create Assistant"}
        </Button>
      </div>
      {isCreating && <CreateAssistantForm onCreate={createAssistant} onCreated={closeForm} />}
      <AssistantList isCreating={isCreating} onCreate={toggleForm} />
    </div>
  );
}
