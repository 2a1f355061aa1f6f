import { useEffect } from "react";
import { guardGoingBack } from "./going-back";
import { beforeReload } from "./reload";

const QUESTION = "Are you sure you want to leave? Your changes may not be saved.";

/** One symbol for each form with unsaved changes, and whether its draft is there again after a reload. */
const unsaved = new Map<symbol, boolean>();

/** Asks before a form with unsaved changes is closed in another way than by a link. */
export function mayLeave(): boolean {
  return unsaved.size === 0 || window.confirm(QUESTION);
}

let isReloading = false;

beforeReload(({ asks }) => {
  isReloading = !asks || [...unsaved.values()].every(Boolean);
});

/**
 * While there are changes, asks before a link, going back or closing the page discards them. `hasDraft` is true for a form
 * that uses `useDraft`.
 */
export function useUnsavedChanges(hasChanges: boolean, { hasDraft = false } = {}): void {
  useEffect(() => {
    if (!hasChanges) return;
    const form = Symbol("unsaved form");
    unsaved.set(form, hasDraft);
    const stopGuarding = guardNavigation();
    return () => {
      unsaved.delete(form);
      stopGuarding();
    };
  }, [hasChanges, hasDraft]);
}

/**
 * The router can block navigation only as a "data router", which would make the landing page larger.
 * Instead, this stops a click on a link before React handles it, and undoes a step in the history.
 */
function guardNavigation(): () => void {
  const formIndex = historyIndex();
  let isReturning = false;

  function onClick(event: MouseEvent) {
    if (!leavesByLink(event) || mayLeave()) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onPopState(event: PopStateEvent) {
    if (isReturning) {
      isReturning = false;
      event.stopImmediatePropagation();
      return;
    }
    const index = historyIndex();
    if (formIndex === null || index === null || index === formIndex || mayLeave()) return;
    event.stopImmediatePropagation();
    isReturning = true;
    window.history.go(formIndex - index);
  }

  function onBeforeUnload(event: BeforeUnloadEvent) {
    if (!isReloading) event.preventDefault();
  }

  document.addEventListener("click", onClick, { capture: true });
  const stopGuardingBack = guardGoingBack(onPopState);
  window.addEventListener("beforeunload", onBeforeUnload);
  return () => {
    document.removeEventListener("click", onClick, { capture: true });
    stopGuardingBack();
    window.removeEventListener("beforeunload", onBeforeUnload);
  };
}

/** Whether the link stays in this app and this tab. Every other way of leaving fires `beforeunload`. */
function leavesByLink(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return false;
  }
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || !link.hasAttribute("href") || !["", "_self"].includes(link.target)) {
    return false;
  }
  const { origin, pathname } = new URL(link.href);
  return origin === window.location.origin && pathname !== window.location.pathname;
}

/** The number that the router gave to the current history entry. */
function historyIndex(): number | null {
  const state: unknown = window.history.state;
  const isNumbered = typeof state === "object" && state !== null && "idx" in state;
  return isNumbered && typeof state.idx === "number" ? state.idx : null;
}
