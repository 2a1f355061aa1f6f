import { button, byId, copy, element, say } from "./dom.ts";
import type { Child } from "./dom.ts";
import { mark, moment } from "./list.ts";
import { deleteMail, report } from "./requests.ts";
import type { WholeMail } from "./requests.ts";

const TABS = ["HTML", "Text", "Source", "Headers"] as const;
type Tab = (typeof TABS)[number];

let wanted: Tab = "HTML";
let isNarrow = false;

export function showNothing(): void {
  const hint = element("p", { class: "hint" }, "Choose a mail to read it.");
  byId("reader").replaceChildren(hint);
}

export function showMail(mail: WholeMail): void {
  const reader = byId("reader");
  const before = reader.querySelector("iframe");
  // A frame that is put in again would load again, and jump to its beginning.
  const isSame = before?.dataset.mail === mail.id && reader.dataset.mail === mail.id;
  const focused = reader.contains(document.activeElement) ? document.activeElement?.id : null;
  if (isSame) {
    reader.querySelector(".head")?.replaceWith(head(mail));
    if (document.querySelector("#panel")?.getAttribute("aria-labelledby") !== "tab-HTML") {
      const shown = panelOf(mail, shownTab(mail));
      byId("panel").replaceChildren(...shown.filter((child) => child !== null));
    }
  } else {
    reader.dataset.mail = mail.id;
    reader.replaceChildren(head(mail), tabs(mail), panel(mail));
  }
  if (focused) document.querySelector<HTMLElement>(`#${focused}`)?.focus();
}

function head(mail: WholeMail): HTMLElement {
  const people = (name: string, addresses: string[]): Child[] =>
    addresses.length === 0
      ? []
      : [element("dt", {}, name), element("dd", {}, addresses.join(", "))];
  return element(
    "div",
    { class: "head" },
    element(
      "div",
      { class: "title" },
      element("h2", { tabindex: "-1", id: "subject" }, mail.subject),
      mark(mail.lastEvent),
    ),
    element(
      "dl",
      { class: "people" },
      ...people("From", [mail.from]),
      ...people("To", mail.to),
      ...people("Cc", mail.cc),
      ...people("Bcc", mail.bcc),
      element("dt", {}, "Sent"),
      element("dd", {}, moment(mail.createdAt)),
    ),
    found(mail),
    element(
      "div",
      { class: "acts", role: "group", "aria-label": "What happens to this mail" },
      button("Bounce", () => act(mail, "email.bounced", "Reported as bounced")),
      button("Complain", () => act(mail, "email.complained", "Reported as spam")),
      button("Delete", () => {
        void deleteMail(mail.id);
        location.hash = "";
      }),
    ),
  );
}

function act(mail: WholeMail, type: string, said: string): void {
  void report(mail.id, type).then(() => say(said));
}

/** Codes and links, which is what most mails are opened for. */
function found({ codes, links }: WholeMail): HTMLElement | null {
  if (codes.length === 0 && links.length === 0) return null;
  const codeItems = codes.map((code) => {
    const made = button(code, () => copy(code), "code");
    made.setAttribute("aria-label", `Copy the code ${code}`);
    return element("li", {}, made);
  });
  const linkItems = links.map(({ url, text }) => {
    const copying = button("Copy", () => copy(url));
    copying.setAttribute("aria-label", `Copy the link ${text === "" ? url : text}`);
    const anchor = element(
      "a",
      { href: url, target: "_blank", rel: "noopener noreferrer", title: url },
      text === "" ? url : text,
    );
    return element(
      "li",
      {},
      anchor,
      element("span", { class: "url" }, text === "" ? "" : url),
      copying,
    );
  });
  return element(
    "ul",
    { class: "found", "aria-label": "Codes and links" },
    ...codeItems,
    ...linkItems,
  );
}

function shownTab({ html }: WholeMail): Tab {
  return wanted === "HTML" && html === null ? "Text" : wanted;
}

function tabs(mail: WholeMail): HTMLElement {
  const shown = shownTab(mail);
  const choose = (tab: Tab): void => {
    wanted = tab;
    byId("reader").replaceChildren(head(mail), tabs(mail), panel(mail));
    byId(`tab-${tab}`).focus();
  };
  const made = TABS.filter((tab) => tab !== "HTML" || mail.html !== null).map((tab) => {
    const one = button(tab, () => choose(tab), "tab");
    const isShown = tab === shown;
    one.id = `tab-${tab}`;
    one.setAttribute("role", "tab");
    one.setAttribute("aria-selected", String(isShown));
    one.setAttribute("aria-controls", "panel");
    one.tabIndex = isShown ? 0 : -1;
    return [tab, one] as const;
  });
  const list = element(
    "div",
    { role: "tablist", "aria-label": "How to show it" },
    ...made.map(([, one]) => one),
  );
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = made.findIndex(([tab]) => tab === shown);
    const next = made[(at + step + made.length) % made.length];
    if (next !== undefined) choose(next[0]);
    event.stopPropagation();
  });
  const bar = element("div", { class: "tabs" }, list);
  if (shown === "HTML") bar.append(narrowing());
  return bar;
}

function narrowing(): HTMLButtonElement {
  const made = button("Phone width", () => {
    isNarrow = !isNarrow;
    made.setAttribute("aria-pressed", String(isNarrow));
    byId("panel").classList.toggle("narrow", isNarrow);
  });
  made.setAttribute("aria-pressed", String(isNarrow));
  return made;
}

function panel(mail: WholeMail): HTMLElement {
  const tab = shownTab(mail);
  return element(
    "div",
    {
      id: "panel",
      role: "tabpanel",
      "aria-labelledby": `tab-${tab}`,
      class: tab === "HTML" && isNarrow ? "narrow" : "",
      // What scrolls has to be reached by the keyboard; a frame is by itself.
      ...(tab === "HTML" ? {} : { tabindex: "0" }),
    },
    ...panelOf(mail, tab),
  );
}

function panelOf(mail: WholeMail, tab: Tab): Child[] {
  if (tab === "Text")
    return [element("pre", { class: "words" }, mail.text ?? "It has no text part.")];
  if (tab === "Source") return [element("pre", {}, mail.source)];
  if (tab === "Headers") return details(mail);
  const frame = element("iframe", {
    title: `“${mail.subject}” as it looks`,
    src: `/outbox/mails/${mail.id}/html`,
    sandbox: "allow-popups allow-popups-to-escape-sandbox",
    "data-mail": mail.id,
  });
  return [frame];
}

function details(mail: WholeMail): Child[] {
  const pairs: [string, Child][] = [
    ...mail.headers,
    ...mail.tags.map(({ name, value }): [string, string] => [`Tag ${name}`, value]),
    ...(mail.idempotencyKey === null
      ? []
      : [["Idempotency-Key", mail.idempotencyKey] as [string, string]]),
    ...mail.files.map(({ filename, bytes }, index): [string, Child] => [
      "Attachment",
      element(
        "a",
        { href: `/outbox/mails/${mail.id}/files/${index}`, download: filename },
        `${filename}, ${bytes} bytes`,
      ),
    ]),
  ];
  return [
    table("Headers", pairs),
    table(
      "What happened",
      mail.events.map(({ type, at, to }): [string, Child] => [
        type,
        element("span", {}, moment(at), ` ${to.join(", ")}`),
      ]),
    ),
    mail.webhooks.length === 0
      ? null
      : table(
          "Told to the product",
          mail.webhooks.map(({ type, state, attempts, outcome }) => [
            type,
            `${state} after ${attempts} ${attempts === 1 ? "attempt" : "attempts"}${outcome === null ? "" : `, ${outcome}`}`,
          ]),
        ),
  ];
}

function table(caption: string, pairs: [string, Child][]): HTMLElement {
  const rows = pairs.map(([name, value]) =>
    element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)),
  );
  return element("table", {}, element("caption", {}, caption), element("tbody", {}, ...rows));
}
