/** What is typed in a form, kept over a reload that the app does by itself. */
import { useEffect } from "react";
import { beforeReload } from "./reload";

const PREFIX = "hark.draft.";

const onScreen = new Map<string, unknown>();

/** For a form: while `draft` is not null, it is what would be lost. */
export function useDraft(name: string, draft: unknown): void {
  // Whatever was kept of it stands in the form by now.
  useEffect(() => inStorage((storage) => storage.removeItem(PREFIX + name)), [name]);
  useEffect(() => {
    if (draft === null) return;
    onScreen.set(name, draft);
    return () => void onScreen.delete(name);
  }, [name, draft]);
}

/** What stood in the form before the reload; written by another build, so it may be anything. */
export function readDraft(name: string): unknown {
  let draft: unknown = null;
  inStorage((storage) => {
    draft = JSON.parse(storage.getItem(PREFIX + name) ?? "null");
  });
  return draft;
}

beforeReload(() =>
  inStorage((storage) => {
    for (const [name, draft] of onScreen) storage.setItem(PREFIX + name, JSON.stringify(draft));
  }),
);

/** This tab's own, which some browsers refuse. */
function inStorage(act: (storage: Storage) => void): void {
  try {
    act(sessionStorage);
  } catch {
    // Then nothing is kept.
  }
}
