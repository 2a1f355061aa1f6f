import { useQuery } from "convex/react";
import { ExternalLink, Plus } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { ROUTES } from "../../../lib/routes";
import { Button } from "../../../components/button";
import { buttonClass } from "../../../components/button-class";
import { Contained } from "../../../components/contained";
import { lazyPart } from "../../../components/lazy-part";
import { Spinner } from "../../../components/spinner";
import { readDraft } from "../../../lib/drafts";
import { mayLeave } from "../../../lib/unsaved-changes";
import { useHaveAnswered } from "../../../lib/use-have-answered";
import { forgetWebsite, rememberedWebsite } from "../../../lib/website-to-begin-with";
import { usePageTitle } from "../../../lib/use-page-title";
import { DRAFT, formOf } from "../editor/draft";
import { AssistantList } from "./assistant-list";
import { AssistantsSkeleton } from "./assistants-skeleton";
import { PAGE, PARTS } from "./texts";
import { TrialBanner } from "./trial-banner";

type Panel =
  | { kind: "none" }
  | { kind: "create"; original?: Doc<"assistants">; website?: string }
  | { kind: "edit"; id: Id<"assistants"> };

/** The page is shown before its forms are loaded. */
const loadForms = () => import("../editor/assistant-forms");
const CreateAssistantForm = lazyPart(loadForms, "CreateAssistantForm");
const EditAssistantForm = lazyPart(loadForms, "EditAssistantForm");
const LOADING = <Spinner label={PAGE.loadingForm} />;

const NONE: Panel = { kind: "none" };

const QUERIES = {
  assistants: { query: api.assistants.listAssistants, args: {} },
  trial: { query: api.usage.checkFreeTrialLimit, args: {} },
};

export function AssistantsPage() {
  usePageTitle(PAGE.pageTitle);
  const [panel, setPanel] = useState(panelToBeginWith);
  const toggle = useRef<HTMLButtonElement>(null);
  const isCreating = panel.kind === "create";
  const isEditing = panel.kind === "edit";

  useEffect(() => {
    // Opening a form loads it again, and reports a failure.
    loadForms().catch(() => undefined);
    forgetWebsite();
  }, []);

  function open(next: Panel) {
    if (mayLeave()) setPanel(next);
  }

  function close() {
    setPanel(NONE);
    toggle.current?.focus();
  }

  // Wait for all answers, so that no banner pushes the list down later.
  if (!useHaveAnswered(QUERIES)) return <AssistantsSkeleton />;
  return (
    <>
      <Contained what={PARTS.trial}>
        <Trial />
      </Contained>
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-title font-semibold">{PAGE.heading}</h1>
          <div className="flex flex-wrap gap-3">
            <a href={ROUTES.studio} target="_blank" className={buttonClass("secondary")}>
              <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
              {PAGE.testEmbed}
            </a>
            <Button
              ref={toggle}
              variant={panel.kind === "none" ? "primary" : "secondary"}
              aria-expanded={isCreating}
              onClick={() => open(isCreating ? NONE : { kind: "create" })}
            >
              {!isCreating && <Plus size={16} strokeWidth={1.75} aria-hidden />}
              {isCreating ? PAGE.cancel : PAGE.create}
            </Button>
          </div>
        </div>
        {isCreating && (
          <Suspense fallback={LOADING}>
            <CreateAssistantForm
              key={panel.original?._id}
              original={panel.original}
              website={panel.website}
              onClose={close}
            />
          </Suspense>
        )}
        {isEditing && (
          <Contained key={panel.id} what={PARTS.form}>
            <Editing id={panel.id} onClose={close} />
          </Contained>
        )}
        <Contained what={PARTS.list}>
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

/** With the form that was open before a reload, if it has a draft, or for the website that the owner has tried. */
function panelToBeginWith(): Panel {
  const about = formOf(readDraft(DRAFT));
  const website = rememberedWebsite();
  if (about === null) return website === null ? NONE : { kind: "create", website };
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
  // It may have been deleted in another tab.
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
