/** The outbox's page: the list of mails with the open one beside it. Its URL contains its whole state. */
import type { Context } from "hono";
import { html } from "hono/html";
import type { Fault } from "../api/faults.ts";
import type { Summary, WholeMail } from "./outbox.ts";
import { replyForm } from "./reply-form.ts";

export interface PageQuery {
  /** Words that the mail must contain. */
  q?: string;
  /** The only recipient whose mail is listed. */
  to?: string;
  /** The id of the open mail. */
  mail?: string;
  view?: string;
  /** What was just done. */
  said?: string;
}

export interface PageContent {
  query: PageQuery;
  total: number;
  mails: Summary[];
  mail: WholeMail | null;
  /** Where a reply to the open mail arrives. Null if that is not here. */
  replyAddress: string | null;
  faults: Fault[];
}

type Html = ReturnType<typeof html> | string | null;

/** `Phone` is the HTML at a phone's width. */
const VIEWS = ["HTML", "Phone", "Text", "Source", "Headers"] as const;
type View = (typeof VIEWS)[number];

const FAULT_LABELS: Record<string, string> = {
  rate_limit_exceeded: "Too many requests (429)",
  daily_quota_exceeded: "Daily quota used up (429)",
  internal_server_error: "Server error (500)",
  validation_error: "Not accepted (422)",
  domain_not_verified: "Domain not verified (403)",
  invalid_api_key: "Key not valid (403)",
  concurrent_idempotent_requests: "Same key in progress (409)",
  slow: "Slow: sent, answered after 5 s",
  no_answer: "No answer: not sent",
  lost_answer: "Answer lost: sent",
};

const PAGE_POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'",
  "img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
].join("; ");

export function outboxPage(c: Context, content: PageContent): Response | Promise<Response> {
  const { query, total, mail, faults } = content;
  c.header("Content-Security-Policy", PAGE_POLICY);
  // Without a referrer a form would send no origin, and would be refused like another site's.
  c.header("Referrer-Policy", "same-origin");
  const act = (form: string) => `/outbox/forms/${form}${search(query)}`;
  // Without white space around it, so that an empty message is not shown.
  const said = query.said === "replied" ? "Your reply was sent." : "";
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <title>${mail === null ? "Outbox" : `${mail.subject} – Outbox`}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/outbox/page.css" />
          <script src="/outbox/page.js" defer></script>
        </head>
        <body class="${mail === null ? "" : "reading"}">
          <header>
            <h1>Outbox</h1>
            <p id="count" data-live>${counted(total, "mail")}</p>
            <p class="offline-hint">Not connected. Is Hark running?</p>
            <p class="note">What was sent stays on this machine and reaches nobody.</p>
            <form role="search" action="/outbox">
              <input
                id="search"
                name="q"
                type="search"
                value="${query.q ?? ""}"
                placeholder="Search"
                aria-label="Search mail"
                aria-keyshortcuts="/"
              />
              ${query.to ? html`<input type="hidden" name="to" value="${query.to}" />` : null}
            </form>
            <form method="post" action="${act("fail")}">
              <select name="kind" aria-label="Fail the next one" required>
                <option value="">Fail the next one…</option>
                ${Object.entries(FAULT_LABELS).map(
                  ([kind, label]) => html`<option value="${kind}">${label}</option>`,
                )}
              </select>
              <button>Fail</button>
            </form>
            <details>
              <summary>Delete all</summary>
              <form method="post" action="/outbox/forms/delete-all">
                <button>Delete all for good</button>
              </form>
            </details>
            <div id="faults" role="status" data-live>${faultLine(faults, act)}</div>
          </header>
          <main>
            <nav aria-label="Mail"><div id="mails" data-live>${list(content)}</div></nav>
            <section aria-label="Reader">${reader(content, act)}</section>
          </main>
          <p id="message" role="status">${said}</p>
        </body>
      </html>`,
  );
}

/** The same page with one query parameter changed. */
function search(query: PageQuery, change: PageQuery = {}): string {
  const given = Object.entries({ ...query, said: "", ...change }).filter(
    ([, value]) => value !== "",
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

function faultLine(faults: Fault[], act: (form: string) => string): Html {
  if (faults.length === 0) return null;
  const labels = faults.map(({ kind }) => FAULT_LABELS[kind] ?? kind);
  return html`<form method="post" action="${act("do-not-fail")}">
    Fails next: ${labels.join("; then ")} <button>Cancel</button>
  </form>`;
}

function list({ query, total, mails, mail }: PageContent): Html {
  if (total === 0) {
    return html`<p class="hint">Nothing was sent yet. Mail shows up here when it is sent.</p>`;
  }
  if (mails.length === 0) {
    return html`<p class="hint">
      No mail has “${query.q === "" ? query.to : (query.q ?? query.to)}”.
    </p>`;
  }
  return html`<ul>
    ${mails.map(
      ({ id, to, createdAt, subject, lastEvent }) =>
        html`<li>
          <a
            id="mail-${id}"
            href="/outbox${search(query, { mail: id })}#mail-${id}"
            ${id === mail?.id ? html`aria-current="true"` : null}
          >
            <span class="who">${to.join(", ")}</span> ${time(createdAt)}
            <span class="what">${subject}</span> ${badge(lastEvent)}
          </a>
        </li>`,
    )}
  </ul>`;
}

function reader({ query, mail, replyAddress }: PageContent, act: (form: string) => string): Html {
  if (mail === null) {
    const text = query.mail ? "This mail was deleted." : "Choose a mail to read it.";
    return html`<p class="hint">${text}</p>`;
  }
  const views = VIEWS.filter((view) => mail.html !== null || !["HTML", "Phone"].includes(view));
  const [first = "Text"] = views;
  const shown = views.find((view) => view === query.view) ?? first;
  const isFrame = shown === "HTML" || shown === "Phone";
  return html`<a id="back" href="/outbox${search(query, { mail: "" })}#mail-${mail.id}"
      >Back to the list</a
    >
    <div id="head" data-live>${head(mail, act)}</div>
    <nav class="views" aria-label="View">
      ${views.map(
        (view) =>
          html`<a
            href="/outbox${search(query, { view })}"
            ${view === shown ? html`aria-current="page"` : null}
            >${view}</a
          >`,
      )}
    </nav>
    ${
      isFrame
        ? html`<iframe
            class="${shown === "Phone" ? "narrow" : ""}"
            title="“${mail.subject}” as it looks"
            src="/outbox/mails/${mail.id}/html"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          ></iframe>`
        : html`<div id="content" role="region" aria-label="${shown}" tabindex="0" data-live>
            ${textOf(mail, shown)}
          </div>`
    }
    ${replyForm(mail, replyAddress, act("reply"))}`;
}

function head(mail: WholeMail, act: (form: string) => string): Html {
  const people: [string, string[]][] = [
    ["From", [mail.from]],
    ["To", mail.to],
    ["Cc", mail.cc],
    ["Bcc", mail.bcc],
  ];
  const button = (label: string, type: string) =>
    html`<button id="${type}" name="type" value="${type}">${label}</button>`;
  return html`<div class="title">
      <h2>${mail.subject}</h2>
      ${badge(mail.lastEvent)}
    </div>
    <dl>
      ${people.map(([name, addresses]) =>
        addresses.length === 0
          ? null
          : html`<dt>${name}</dt>
              <dd>${addresses.join(", ")}</dd>`,
      )}
      <dt>Sent</dt>
      <dd>${time(mail.createdAt)}</dd>
    </dl>
    ${codesAndLinks(mail)}
    <div class="actions" role="group" aria-label="What happens to this mail">
      <form method="post" action="${act("report")}">
        ${button("Bounce", "email.bounced")} ${button("Complain", "email.complained")}
      </form>
      <form method="post" action="${act("delete")}"><button id="delete">Delete</button></form>
    </div>`;
}

/** Most mails are opened for their code or link. */
function codesAndLinks({ codes, links }: WholeMail): Html {
  if (codes.length === 0 && links.length === 0) return null;
  return html`<ul class="codes-and-links" aria-label="Codes and links">
    ${codes.map(
      (code) =>
        html`<li>
          <button type="button" class="code" data-copy="${code}" aria-label="Copy the code ${code}">
            ${code}
          </button>
        </li>`,
    )}
    ${links.map(
      ({ url, text }) =>
        html`<li>
          <a href="${url}" target="_blank" rel="noopener noreferrer" title="${url}"
            >${text || url}</a
          >
          <span class="url">${text === "" ? "" : url}</span>
          <button type="button" data-copy="${url}" aria-label="Copy the link ${text || url}">
            Copy
          </button>
        </li>`,
    )}
  </ul>`;
}

function textOf(mail: WholeMail, view: Exclude<View, "HTML" | "Phone">): Html {
  if (view === "Text") return html`<pre>${mail.text ?? "This mail has no text part."}</pre>`;
  if (view === "Source") return html`<pre>${mail.source}</pre>`;
  return html`${table("Headers", [
    ...mail.headers,
    ...mail.tags.map(({ name, value }): [string, string] => [`Tag ${name}`, value]),
    ...(mail.idempotencyKey === null
      ? []
      : [["Idempotency-Key", mail.idempotencyKey] as [string, string]]),
    ...mail.files.map(({ filename, bytes }, index): [string, Html] => [
      "Attachment",
      html`<a href="/outbox/mails/${mail.id}/files/${index}" download="${filename}"
        >${filename}, ${counted(bytes, "byte")}</a
      >`,
    ]),
  ])}
  ${table(
    "Events",
    mail.events.map(({ type, at, to }) => [type, html`${time(at)} ${to.join(", ")}`]),
  )}
  ${table(
    "Webhooks",
    mail.webhooks.map(({ type, state, attempts, outcome }) => [
      type,
      [`${state} after ${counted(attempts, "attempt")}`, outcome ?? []].flat().join(", "),
    ]),
  )}`;
}

function table(caption: string, rows: [string, Html][]): Html {
  if (rows.length === 0) return null;
  return html`<table>
    <caption>
      ${caption}
    </caption>
    <tbody>
      ${rows.map(
        ([name, value]) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${value}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

const BADGES: Record<string, string> = {
  delivered: "good",
  bounced: "bad",
  complained: "bad",
  failed: "bad",
  suppressed: "warn",
  delivery_delayed: "warn",
};

function badge(state: string): Html {
  return html`<span class="badge ${BADGES[state] ?? ""}">${state.replaceAll("_", " ")}</span>`;
}

/** The time of day today, otherwise the date too. */
function time(atMs: number): Html {
  const date = new Date(atMs);
  const isToday = date.toDateString() === new Date().toDateString();
  const shown = isToday
    ? date.toLocaleTimeString("en", { timeStyle: "medium" })
    : date.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
  return html`<time datetime="${date.toISOString()}" title="${date.toLocaleString("en")}"
    >${shown}</time
  >`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
