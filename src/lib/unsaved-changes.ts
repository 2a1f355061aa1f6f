import { useEffect } from "react";
import { guardGoingBack } from "./going-back";
import { beforeReload } from "./reload";

const QUESTION = "Are you sure you want to leave? Your changes may not be saved.";

/** One symbol for each form with something typed that is not saved. */
const unsaved = new Set<symbol>();

/** For whatever takes a form away other than by a link: asks if something would be lost. */
export function mayLeave(): boolean {
  return unsaved.size === 0 || window.confirm(QUESTION);
}

let isUnasked = false;

beforeReload(() => {
  isUnasked = true;
});

/** While it holds, links, going back and closing the page ask first. */
export function useUnsavedChanges(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return;
    const form = Symbol("unsaved form");
    unsaved.add(form);
    const stopGuarding = guardNavigation();
    return () => {
      unsaved.delete(form);
      stopGuarding();
    };
  }, [hasChanges]);
}

/**
 * The router can block navigation only as a "data router", which would weigh on the landing page;
 * so links are stopped before React hears of them, and the history is put back where it was.
 */
function guardNavigation(): () => void {
  const heldIndex = historyIndex();
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
    if (heldIndex === null || index === null || index === heldIndex || mayLeave()) return;
    event.stopImmediatePropagation();
    isReturning = true;
    window.history.go(heldIndex - index);
  }

  function onBeforeUnload(event: BeforeUnloadEvent) {
    if (!isUnasked) event.preventDefault();
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

/** Within this app and this tab: whatever else leaves the page meets `beforeunload`. */
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

/** The router numbers its entries of the history. */
function historyIndex(): number | null {
  const state: unknown = window.history.state;
  const isNumbered = typeof state === "object" && state !== null && "idx" in state;
  return isNumbered && typeof state.idx === "number" ? state.idx : null;
}
