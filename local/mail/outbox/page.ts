/** The outbox as people see it: one page, its style, its script, and the mails' HTML in a frame. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { bundle } from "../../bundle.ts";
import type { MailStore } from "../store/mail-store.ts";
import type { Mail } from "../store/records.ts";

const FAULTS: [kind: string, label: string][] = [
  ["rate_limit_exceeded", "Too many requests (429)"],
  ["daily_quota_exceeded", "Daily quota used up (429)"],
  ["internal_server_error", "Server error (500)"],
  ["validation_error", "Not accepted (422)"],
  ["domain_not_verified", "Domain not verified (403)"],
  ["invalid_api_key", "Key not valid (403)"],
  ["concurrent_idempotent_requests", "Same key in progress (409)"],
  ["slow", "Slow: sent, answered after 5 s"],
  ["no_answer", "No answer: not sent"],
  ["lost_answer", "Answer lost: sent"],
];

const options = FAULTS.map(([kind, label]) => `<option value="${kind}">${label}</option>`).join("");

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>Outbox</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/outbox/page.css">
    <script src="/outbox/page.js" defer></script>
  </head>
  <body>
    <header>
      <div class="name">
        <h1>Outbox</h1>
        <p id="count"></p>
        <p class="away-hint">Not connected. Is Hark running?</p>
      </div>
      <p class="note">What was sent stays on this machine and reaches nobody.</p>
      <div class="tools">
        <input id="search" type="search" placeholder="Search" aria-label="Search mail" aria-keyshortcuts="/">
        <select id="failing" aria-label="Fail the next one">
          <option value="">Fail the next one…</option>${options}
        </select>
        <button id="remove" type="button" class="quiet">Delete all</button>
      </div>
      <div id="ordered" role="status" hidden></div>
    </header>
    <main>
      <nav aria-label="Mail">
        <ul id="mails"></ul>
        <p id="empty" hidden></p>
      </nav>
      <section aria-label="Reader">
        <button id="back" type="button" class="quiet">Back to the list</button>
        <article id="reader"></article>
      </section>
    </main>
    <p id="said" role="status"></p>
  </body>
</html>
`;

const PAGE_POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'",
  "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join("; ");

/** No script, no form, and nothing from beyond this machine: pictures may come from the product. */
const MAIL_POLICY = [
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:",
  "img-src data: http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'",
  "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

const SCRIPT = new URL("./page/main.ts", import.meta.url);
const STYLE = new URL("./page/page.css", import.meta.url);

/** Null for an address that is none of the page's. */
export function createPage(store: MailStore) {
  // Made when somebody comes to look, and then kept: most starts never need it.
  let script: Promise<string> | null = null;

  return async (request: Request): Promise<Response | null> => {
    if (request.method !== "GET") return null;
    const { pathname } = new URL(request.url);
    if (pathname === "/outbox") return answer(PAGE, "text/html", PAGE_POLICY);
    if (pathname === "/outbox/page.css") return answer(await readFile(STYLE, "utf8"), "text/css");
    if (pathname === "/outbox/page.js") {
      script ??= bundle(fileURLToPath(SCRIPT), { where: "browser" });
      return answer(await script, "text/javascript");
    }
    const [, id = "", what = "", index = ""] =
      /^\/outbox\/mails\/([^/]+)\/(html|files)(?:\/(\d+))?$/.exec(pathname) ?? [];
    const mail = id === "" ? null : store.mail(id);
    if (mail === null) return null;
    return what === "html" ? answer(framed(mail), "text/html", MAIL_POLICY) : fileOf(mail, index);
  };
}

function answer(body: string, type: string, policy = "default-src 'none'"): Response {
  return new Response(body, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Security-Policy": policy,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Its links open in a tab of their own, and pictures that it brought along are found. */
function framed({ id, html, attachments }: Mail): string {
  const base = '<base target="_blank">';
  const text = (html ?? "").replaceAll(/\bcid:([^"'\s)>]+)/g, (whole, name: string) => {
    const index = attachments.findIndex(({ content_id }) => content_id === name);
    return index === -1 ? whole : `/outbox/mails/${id}/files/${index}`;
  });
  const start = /<head\b[^>]*>|<html\b[^>]*>|<!doctype\b[^>]*>/gi;
  const found = [...text.matchAll(start)].at(-1);
  const at = found === undefined ? 0 : found.index + found[0].length;
  return text.slice(0, at) + base + text.slice(at);
}

function fileOf({ attachments }: Mail, index: string): Response | null {
  const file = attachments[Number(index)];
  if (file === undefined) return null;
  const name = encodeURIComponent(file.filename);
  const isPicture = /^image\/(png|jpeg|gif|webp)$/.test(file.content_type ?? "");
  return new Response(Buffer.from(file.content, "base64"), {
    headers: {
      "Content-Type": isPicture ? (file.content_type ?? "") : "application/octet-stream",
      "Content-Disposition": `${isPicture ? "inline" : "attachment"}; filename*=UTF-8''${name}`,
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
