import { openThreadStore, type ThreadStore } from "./thread-store";

declare global {
  interface Window {
    harkThread?: ThreadStore;
  }
}

/** The conversation of a page with a talk button. The scripts of a call and of the panel share it. */
export function pageThread(embedId: string, isTesting: boolean): ThreadStore {
  return (window.harkThread ??= openThreadStore(embedId, isTesting));
}
