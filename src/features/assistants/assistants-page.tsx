import { useQuery } from "convex/react";
import { ExternalLink, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { ROUTES } from "../../app/routes";
import { Button } from "../../components/button";
import { buttonClass } from "../../components/button-class";
import { mayLeave } from "../../lib/unsaved-changes";
import { usePageTitle } from "../../lib/use-page-title";
import { AssistantList } from "./assistant-list";
import { AssistantsSkeleton } from "./assistants-skeleton";
import { CreateAssistantForm } from "./create-assistant-form";
import { EditAssistantForm } from "./edit-assistant-form";
import { TrialBanner } from "./trial-banner";

type Panel = { kind: "none" } | { kind: "create" } | { kind: "edit"; id: Id<"assistants"> };

const NONE: Panel = { kind: "none" };

export function AssistantsPage() {
  usePageTitle("Assistants");
  const assistants = useQuery(api.assistants.listAssistants);
  const trial = useQuery(api.usage.checkFreeTrialLimit);
  const [panel, setPanel] = useState<Panel>(NONE);
  const toggle = useRef<HTMLButtonElement>(null);
  const isCreating = panel.kind === "create";
  // One that was deleted meanwhile has no form any more.
  const edited = assistants?.find(({ _id }) => panel.kind === "edit" && _id === panel.id);
  const isFormOpen = isCreating || edited !== undefined;

  function open(next: Panel) {
    if (mayLeave()) setPanel(next);
  }

  function close() {
    setPanel(NONE);
    toggle.current?.focus();
  }

  const isLoaded = trial !== undefined && assistants !== undefined;

  // All at once, so that no banner pushes away what is there; and never in place of an open form.
  if (!isLoaded && panel.kind === "none") return <AssistantsSkeleton />;
  return (
    <>
      {isLoaded && <TrialBanner trial={trial} hasAssistants={assistants.length > 0} />}
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-title font-semibold">Your AI Voice Assistants</h1>
          <div className="flex flex-wrap gap-3">
            <a href={ROUTES.studio} target="_blank" className={buttonClass("secondary")}>
              <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
              Test Embed
            </a>
            <Button
              ref={toggle}
              variant={isFormOpen ? "secondary" : "primary"}
              aria-expanded={isCreating}
              onClick={() => open(isCreating ? NONE : { kind: "create" })}
            >
              {!isCreating && <Plus size={16} strokeWidth={1.75} aria-hidden />}
              {isCreating ? "Cancel" : "Create Assistant"}
            </Button>
          </div>
        </div>
        {isCreating && <CreateAssistantForm onClose={close} />}
        {edited !== undefined && (
          <EditAssistantForm key={edited._id} assistantId={edited._id} onClose={close} />
        )}
        <AssistantList
          assistants={assistants}
          isSubscribed={trial?.hasSubscription}
          isCreating={isCreating}
          onCreate={() => open({ kind: "create" })}
          onEdit={({ _id }) => open({ kind: "edit", id: _id })}
        />
      </div>
    </>
  );
}
