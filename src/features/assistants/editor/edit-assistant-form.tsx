import { useQuery } from "convex/react";
import { History } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { Button } from "../../../components/button";
import { lazyPart } from "../../../components/lazy-part";
import { Spinner } from "../../../components/spinner";
import { AssistantForm } from "./assistant-form";
import { valuesOf } from "../settings";
import { SignedCalls } from "./signed-calls";
import { FORM } from "./texts";
import { useUpdateAssistant } from "./use-save-assistant";

const VersionsDialog = lazyPart(() => import("../versions/versions-dialog"), "VersionsDialog");

const TEXTS = {
  submit: FORM.update,
  submitting: FORM.updating,
  reset: FORM.reset,
  close: FORM.close,
};

type EditAssistantFormProps = { assistantId: Id<"assistants">; onClose: () => void };

export function EditAssistantForm({ assistantId, onClose }: EditAssistantFormProps) {
  const assistant = useQuery(api.assistants.getAssistant, { assistantId });
  if (assistant === undefined) return <Spinner label={FORM.loading} />;
  return <LoadedForm assistant={assistant} onClose={onClose} />;
}

type LoadedFormProps = { assistant: Doc<"assistants">; onClose: () => void };

function LoadedForm({ assistant, onClose }: LoadedFormProps) {
  const save = useUpdateAssistant(assistant);
  const [areVersionsShown, setAreVersionsShown] = useState(false);
  /** A new key resets the form to the restored values. */
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
        title={FORM.editTitle(assistant.name)}
        about={assistant._id}
        saved={valuesOf(assistant)}
        seenSites={assistant.seenSites?.map(({ site }) => site) ?? []}
        ownSettings={<SignedCalls assistant={assistant} />}
        save={save}
        texts={TEXTS}
        header={() => (
          <Button
            ref={opener}
            variant="quiet"
            className="-my-2 -ml-4 justify-self-start"
            onClick={() => setAreVersionsShown(true)}
          >
            <History size={16} strokeWidth={1.75} aria-hidden />
            {FORM.versions}
          </Button>
        )}
        onClose={onClose}
      />
      {areVersionsShown && (
        <Suspense fallback={<Spinner label={FORM.loadingVersions} />}>
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
