import { byId, element } from "./dom.ts";
import type { Found, Summary } from "./requests.ts";

/** Newest first; the one that is read is marked. */
export function showList({ mails, total }: Found, chosen: string, words: string): void {
  const list = byId("mails");
  const focused = list.contains(document.activeElement)
    ? (document.activeElement?.getAttribute("href") ?? null)
    : null;
  list.replaceChildren(...mails.map((mail) => row(mail, mail.id === chosen)));
  if (focused !== null) list.querySelector<HTMLElement>(`a[href="${focused}"]`)?.focus();
  const empty = byId("empty");
  empty.hidden = mails.length > 0;
  empty.textContent =
    total === 0
      ? "Nothing was sent yet. Mail shows up here the moment it is sent."
      : `No mail has “${words}”.`;
  byId("count").textContent = `${total} ${total === 1 ? "mail" : "mails"}`;
}

function row(mail: Summary, isChosen: boolean): HTMLLIElement {
  const link = element(
    "a",
    { href: `#${mail.id}`, ...(isChosen ? { "aria-current": "true" } : {}) },
    element("span", { class: "who" }, mail.to.join(", ")),
    moment(mail.createdAt),
    element("span", { class: "what" }, mail.subject),
    mark(mail.lastEvent),
  );
  return element("li", {}, link);
}

const STATES: Record<string, string> = {
  delivered: "good",
  bounced: "bad",
  complained: "bad",
  failed: "bad",
  suppressed: "warn",
  delivery_delayed: "warn",
};

export function mark(state: string): HTMLElement {
  return element("span", { class: `mark ${STATES[state] ?? "plain"}` }, state.replaceAll("_", " "));
}

/** The time of today, of another day the date. */
export function moment(at: number): HTMLTimeElement {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const shown = isToday
    ? date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" })
    : date.toLocaleString([], {
        month: "short",
        day: "numeric",
        hour: "2-digit",
        minute: "2-digit",
      });
  return element("time", { datetime: date.toISOString(), title: date.toLocaleString() }, shown);
}

/** The arrow keys go through the list, as do j and k. */
export function moveIn(list: HTMLElement, step: 1 | -1): void {
  const links = [...list.querySelectorAll<HTMLAnchorElement>("a")];
  const current = links.findIndex((link) => link.getAttribute("aria-current") === "true");
  const next = links[Math.min(Math.max(current + step, 0), links.length - 1)];
  if (next === undefined) return;
  next.focus();
  location.hash = next.hash;
}
