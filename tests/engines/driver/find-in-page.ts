/** Runs in the page: finds elements by role, label and text, and records errors. */
import { queryAllByLabelText, queryAllByRole, queryAllByText } from "@testing-library/dom";
import type { Found, Query, Words } from "./query.ts";

declare global {
  interface Window {
    findInPage?: (query: Query) => Found<HTMLElement>;
  }
}

const complaints: string[] = [];

addEventListener("error", ({ message }) => complaints.push(`uncaught: ${message}`));
addEventListener("unhandledrejection", ({ reason }) => complaints.push(`uncaught: ${reason}`));
const writeError = console.error;
console.error = (...parts: unknown[]) => {
  complaints.push(`console: ${parts.map(String).join(" ")}`);
  writeError(...parts);
};

window.findInPage = (query) => ({
  element: findAll(query).find(isVisible) ?? null,
  complaints: complaints.splice(0),
  requests: performance.getEntriesByType("resource").map(({ name }) => name),
});

function findAll(query: Query): HTMLElement[] {
  const within = query.within === undefined ? document.body : findAll(query.within).find(isVisible);
  if (within === undefined) return [];
  const { role, name, label, text, css } = query;
  if (role !== undefined) {
    return queryAllByRole(within, role, name === undefined ? {} : { name: matcher(name) });
  }
  if (label !== undefined) return queryAllByLabelText(within, matcher(label));
  if (text !== undefined) return queryAllByText(within, matcher(text));
  return [...within.querySelectorAll<HTMLElement>(css ?? "*")];
}

function matcher(words: Words): string | RegExp {
  return typeof words === "string" ? words : new RegExp(words.pattern, words.flags);
}

/** The options of a closed select are rendered by the system. */
function isVisible(element: HTMLElement): boolean {
  if (element instanceof HTMLOptionElement) return true;
  const { visibility } = getComputedStyle(element);
  return element.getClientRects().length > 0 && visibility === "visible";
}
