import { useQuery } from "convex/react";
import { ExternalLink, Plus } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { useSearchParams } from "react-router-dom";
import { EDIT_PARAM, ROUTES } from "../../../lib/routes";
import { Button } from "../../../components/button";
import { buttonClass } from "../../../components/button-class";
import { Contained } from "../../../components/contained";
import { lazyPart } from "../../../components/lazy-part";
import { Spinner } from "../../../components/spinner";
import { readDraft } from "../../../lib/drafts";
import { mayLeave } from "../../../lib/unsaved-changes";
import { useHaveAnswered } from "../../../lib/use-have-answered";
import { usePageTitle } from "../../../lib/use-page-title";
import { DRAFT, formOf } from "../assistant-draft";
import { AssistantList } from "./assistant-list";
import { AssistantsSkeleton } from "./assistants-skeleton";
import { TrialBanner } from "./trial-banner";

type Panel =
  | { kind: "none" }
  | { kind: "create"; original?: Doc<"assistants"> }
  | { kind: "edit"; id: Id<"assistants"> };

/** The forms come after the page, which is painted without them. */
const loadForms = () => import("../editor/assistant-forms");
const CreateAssistantForm = lazyPart(loadForms, "CreateAssistantForm");
const EditAssistantForm = lazyPart(loadForms, "EditAssistantForm");
const LOADING = <Spinner label="Loading the form" />;

const NONE: Panel = { kind: "none" };

const QUERIES = {
  assistants: { query: api.assistants.listAssistants, args: {} },
  trial: { query: api.usage.checkFreeTrialLimit, args: {} },
};

export function AssistantsPage() {
  usePageTitle("Assistants");
  const [params, setParams] = useSearchParams();
  const [panel, setPanel] = useState(() => keptPanel(params.get(EDIT_PARAM)));
  const toggle = useRef<HTMLButtonElement>(null);
  const isCreating = panel.kind === "create";
  const isEditing = panel.kind === "edit";

  useEffect(() => {
    // Whoever opens one has it loaded again, and hears of it if that fails.
    loadForms().catch(() => undefined);
  }, []);

  // Once it is open, a reload goes by what is kept.
  useEffect(() => {
    if (params.has(EDIT_PARAM)) setParams({}, { replace: true });
  }, [params, setParams]);

  function open(next: Panel) {
    if (mayLeave()) setPanel(next);
  }

  function close() {
    setPanel(NONE);
    toggle.current?.focus();
  }

  // All at once, so that no banner pushes away what is there.
  if (!useHaveAnswered(QUERIES)) return <AssistantsSkeleton />;
  return (
    <>
      <Contained what="your free trial">
        <Trial />
      </Contained>
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
              variant={panel.kind === "none" ? "primary" : "secondary"}
              aria-expanded={isCreating}
              onClick={() => open(isCreating ? NONE : { kind: "create" })}
            >
              {!isCreating && <Plus size={16} strokeWidth={1.75} aria-hidden />}
              {isCreating ? "Cancel" : "Create Assistant"}
            </Button>
          </div>
        </div>
        {isCreating && (
          <Suspense fallback={LOADING}>
            <CreateAssistantForm
              key={panel.original?._id}
              original={panel.original}
              onClose={close}
            />
          </Suspense>
        )}
        {isEditing && (
          <Contained key={panel.id} what="the assistant to edit">
            <Editing id={panel.id} onClose={close} />
          </Contained>
        )}
        <Contained what="your assistants">
          <Assistants
            isCreating={isCreating}
            onCreate={() => open({ kind: "create" })}
            onEdit={({ _id }) => open({ kind: "edit", id: _id })}
            onDuplicate={(original) => open({ kind: "create", original })}
          />
        </Contained>
      </div>
    </>
  );
}

/** The form that a reload took away, or that the address names. */
function keptPanel(named: string | null): Panel {
  const about = formOf(readDraft(DRAFT)) ?? (named as Id<"assistants"> | null);
  if (about === null) return NONE;
  return about === "new" ? { kind: "create" } : { kind: "edit", id: about };
}

function Trial() {
  const trial = useQuery(api.usage.checkFreeTrialLimit);
  const assistants = useQuery(api.assistants.listAssistants);
  if (trial === undefined || assistants === undefined) return null;
  return <TrialBanner trial={trial} hasAssistants={assistants.length > 0} />;
}

function Editing({ id, onClose }: { id: Id<"assistants">; onClose: () => void }) {
  const assistants = useQuery(api.assistants.listAssistants);
  // One that was deleted meanwhile has no form any more.
  if (assistants?.some(({ _id }) => _id === id) !== true) return null;
  return (
    <Suspense fallback={LOADING}>
      <EditAssistantForm assistantId={id} onClose={onClose} />
    </Suspense>
  );
}

type AssistantsProps = {
  isCreating: boolean;
  onCreate: () => void;
  onEdit: (assistant: Doc<"assistants">) => void;
  onDuplicate: (assistant: Doc<"assistants">) => void;
};

function Assistants(props: AssistantsProps) {
  const assistants = useQuery(api.assistants.listAssistants);
  const trial = useQuery(api.usage.checkFreeTrialLimit);
  return <AssistantList assistants={assistants} isSubscribed={trial?.hasSubscription} {...props} />;
}
