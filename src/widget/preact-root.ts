/**
 * React's ways to begin, on Preact's own. With the hooks that is all that the button needs of React:
 * preact/compat would be heavier than everything that is ours.
 */
import { hydrate, render, type ComponentChild } from "preact";

export function createRoot(container: Element) {
  return { render: (page: ComponentChild) => render(page, container) };
}

export function hydrateRoot(container: Element, page: ComponentChild) {
  hydrate(page, container);
}
