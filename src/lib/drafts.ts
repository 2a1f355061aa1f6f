/** Saves the text typed in a form when the app reloads the page by itself. */
import { useEffect } from "react";
import { beforeReload } from "./reload";

const PREFIX = "hark.draft.";

const mountedDrafts = new Map<string, unknown>();

/** Saves `draft` before a reload, unless it is null. */
export function useDraft(name: string, draft: unknown): void {
  // The form has already read the saved draft.
  useEffect(() => withStorage((storage) => storage.removeItem(PREFIX + name)), [name]);
  useEffect(() => {
    if (draft === null) return;
    mountedDrafts.set(name, draft);
    return () => void mountedDrafts.delete(name);
  }, [name, draft]);
}

/** The form's draft from before the reload. Another build may have saved it, so its shape is unknown. */
export function readDraft(name: string): unknown {
  let draft: unknown = null;
  withStorage((storage) => {
    draft = JSON.parse(storage.getItem(PREFIX + name) ?? "null");
  });
  return draft;
}

beforeReload(() =>
  withStorage((storage) => {
    for (const [name, draft] of mountedDrafts)
      storage.setItem(PREFIX + name, JSON.stringify(draft));
  }),
);

/** Uses this tab's session storage, which some browsers refuse. */
function withStorage(act: (storage: Storage) => void): void {
  try {
    act(sessionStorage);
  } catch {
    // The draft is then lost.
  }
}
