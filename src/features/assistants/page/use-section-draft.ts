import { useState } from "react";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { readDraft, useDraft } from "../../../lib/drafts";
import type { AssistantSection } from "../../../lib/routes";
import { useUnsavedChanges } from "../../../lib/unsaved-changes";
import { withDraft } from "../editor/restore-draft";
import { areSame, changesIn, valuesOf, type AssistantValues } from "../settings";

const DRAFT = "assistant-page";

export interface SectionDraft {
  /** The assistant as it was saved last, even if that is not live. */
  edited: Doc<"assistants">;
  /** The saved settings with the changes of the open section. */
  values: AssistantValues;
  saved: AssistantValues;
  hasChanges: boolean;
  change: (changed: Partial<AssistantValues>) => void;
  discard: () => void;
}

/** The unsaved changes of the open section. Leaving the section asks first, and then drops them. */
export function useSectionDraft(
  edited: Doc<"assistants">,
  section: AssistantSection,
): SectionDraft {
  const about = `${edited._id}/${section}`;
  const saved = valuesOf(edited);
  const [draft, setDraft] = useState<{ about: string; changed: Partial<AssistantValues> }>(() => ({
    about,
    changed: changesIn(withDraft(saved, about, readDraft(DRAFT)), saved),
  }));
  // Another section was opened, so the changes of the previous one are dropped.
  if (draft.about !== about) setDraft({ about, changed: {} });
  const changed = draft.about === about ? draft.changed : {};
  const values = { ...saved, ...changed };
  const hasChanges = !areSame(values, saved);
  useUnsavedChanges(hasChanges, { hasDraft: true });
  useDraft(DRAFT, hasChanges ? { about, values } : null);

  return {
    ...{ edited, values, saved, hasChanges },
    change: (more) => setDraft({ about, changed: { ...changed, ...more } }),
    discard: () => setDraft({ about, changed: {} }),
  };
}
