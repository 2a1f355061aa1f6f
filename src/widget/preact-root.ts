/**
 * React's `createRoot` and `hydrateRoot` with Preact. The button needs only these and the hooks, and preact/compat would be
 * larger than all of our own code.
 */
import { hydrate, render, type ComponentChild } from "preact";

export function createRoot(container: Element) {
  return { render: (page: ComponentChild) => render(page, container) };
}

export function hydrateRoot(container: Element, page: ComponentChild) {
  hydrate(page, container);
}
