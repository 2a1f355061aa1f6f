import { useQuery } from "convex/react";
import { History } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { Button } from "../../../components/button";
import { lazyPart } from "../../../components/lazy-part";
import { Spinner } from "../../../components/spinner";
import { AssistantForm } from "./assistant-form";
import { valuesOf } from "./assistant-values";
import { SignedCalls } from "./signed-calls";
import { useUpdateAssistant } from "./use-save-assistant";

const VersionsDialog = lazyPart(() => import("../versions/versions-dialog"), "VersionsDialog");

const WORDS = {
  submit: "Update Assistant",
  submitting: "Updating...",
  reset: "Reset",
  close: "Close",
};

type EditAssistantFormProps = { assistantId: Id<"assistants">; onClose: () => void };

export function EditAssistantForm({ assistantId, onClose }: EditAssistantFormProps) {
  const assistant = useQuery(api.assistants.getAssistant, { assistantId });
  if (assistant === undefined) return <Spinner label="Loading the assistant" />;
  return <LoadedForm assistant={assistant} onClose={onClose} />;
}

type LoadedFormProps = { assistant: Doc<"assistants">; onClose: () => void };

function LoadedForm({ assistant, onClose }: LoadedFormProps) {
  const save = useUpdateAssistant(assistant);
  const [areVersionsShown, setAreVersionsShown] = useState(false);
  /** The form begins anew with what was restored. */
  const [restorations, setRestorations] = useState(0);
  const opener = useRef<HTMLButtonElement>(null);

  function closeVersions() {
    setAreVersionsShown(false);
    opener.current?.focus();
  }

  return (
    <>
      <AssistantForm
        key={restorations}
        title={`Edit ${assistant.name}`}
        about={assistant._id}
        saved={valuesOf(assistant)}
        seenSites={assistant.seenSites?.map(({ site }) => site) ?? []}
        aboutCalls={<SignedCalls assistant={assistant} />}
        save={save}
        words={WORDS}
        beginning={() => (
          <Button
            ref={opener}
            variant="quiet"
            className="-my-2 -ml-4 justify-self-start"
            onClick={() => setAreVersionsShown(true)}
          >
            <History size={16} strokeWidth={1.75} aria-hidden />
            Versions
          </Button>
        )}
        onClose={onClose}
      />
      {areVersionsShown && (
        <Suspense fallback={<Spinner label="Loading the versions" />}>
          <VersionsDialog
            assistant={assistant}
            onClose={closeVersions}
            onRestored={() => {
              setAreVersionsShown(false);
              setRestorations((count) => count + 1);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
