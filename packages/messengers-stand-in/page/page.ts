/** The page with the messages that arrived, the same as JSON for tests, and the failures that both can order. */
import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import type { Context } from "hono";
import { html } from "hono/html";
import { bundle } from "@hark/stand-in-kit/bundle";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { pageStyle } from "@hark/stand-in-kit/page-style";
import { EXAMPLES } from "../addresses.ts";
import { FAULT_KINDS, faultIn } from "../faults.ts";
import type { FaultKind, Faults } from "../faults.ts";
import { VENDORS } from "../received.ts";
import type { ReceivedMessage, ReceivedMessages, Vendor } from "../received.ts";

interface PageOptions {
  received: ReceivedMessages;
  faults: Faults;
}

const NAMES: Record<Vendor, string> = {
  slack: "Slack",
  teams: "Microsoft Teams",
  discord: "Discord",
  telegram: "Telegram",
};
const FAULT_LABELS: Record<FaultKind, string> = {
  gone: "The address no longer exists",
  blocked: "It takes no messages: archived, blocked",
  rate_limited: "Too many requests (429)",
  down: "Server error",
  slow: "Slow: shown, answered after 5 s",
  no_answer: "No answer: not shown",
  lost_answer: "Answer lost: shown",
};
const ADDRESSES = [
  ["Slack", EXAMPLES.slack],
  ["Microsoft Teams", EXAMPLES.teams],
  ["Discord", EXAMPLES.discord],
  ["Telegram, bot token", EXAMPLES.telegramToken],
  ["Telegram, chat ID", EXAMPLES.telegramChat],
] as const;
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:",
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
].join("; ");
const SCRIPT = new URL("./page-script.ts", import.meta.url);

export function createPage({ received, faults }: PageOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    c.header("X-Content-Type-Options", "nosniff");
  });
  app.get("/", (c) => page(c, received.list(), faults));
  app.get("/page.css", async (c) =>
    c.body(await pageStyle(), 200, { "Content-Type": "text/css; charset=utf-8" }),
  );
  // Bundled on the first visit, because most starts never need it.
  let script: Promise<string> | null = null;
  app.get("/page.js", async (c) => {
    script ??= bundle(fileURLToPath(SCRIPT), { where: "browser" });
    return c.body(await script, 200, { "Content-Type": "text/javascript; charset=utf-8" });
  });
  app.get("/messages", (c) => c.json({ messages: received.list(c.req.query("vendor")) }));
  app.delete("/messages", (c) => {
    received.clear();
    return c.json({});
  });
  app.post("/faults", async (c) => {
    const given: unknown = await c.req.json().catch(() => null);
    const fault = faultIn((given ?? {}) as Record<string, unknown>);
    if (fault === null) return c.json({ error: "The fault is not valid." }, 400);
    faults.add(fault);
    return c.json({ faults: faults.list() });
  });
  app.delete("/faults", (c) => {
    faults.clear();
    return c.json({ faults: [] });
  });
  app.post("/forms/fail", async (c) => {
    const { kind } = await c.req.parseBody();
    const fault = faultIn({ kind });
    if (fault !== null) faults.add(fault);
    return c.redirect("/messengers", 303);
  });
  app.post("/forms/clear", (c) => {
    received.clear();
    faults.clear();
    return c.redirect("/messengers", 303);
  });
  return app;
}

function page(c: Context, messages: ReceivedMessage[], faults: Faults) {
  c.header("Content-Security-Policy", POLICY);
  // Without a referrer a form would send no origin, and would be refused like another site's.
  c.header("Referrer-Policy", "same-origin");
  const waiting = faults.list().map(({ kind }) => FAULT_LABELS[kind]);
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <title>Messengers</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/messengers/page.css" />
          <script src="/messengers/page.js" defer></script>
        </head>
        <body>
          <header>
            <h1>Messengers</h1>
            <p>What was sent to Slack, Teams, Discord and Telegram stays on this machine.</p>
            <form method="post" action="/messengers/forms/fail">
              <select name="kind" aria-label="Fail the next one" required>
                <option value="">Fail the next one…</option>
                ${FAULT_KINDS.map((kind) => html`<option value="${kind}">${FAULT_LABELS[kind]}</option>`)}
              </select>
              <button>Fail</button>
            </form>
            <form method="post" action="/messengers/forms/clear"><button>Delete all</button></form>
            ${waiting.length === 0 ? null : html`<p role="status">Fails next: ${waiting.join("; then ")}</p>`}
          </header>
          <main id="messages" tabindex="-1">${list(messages)}</main>
          <details>
            <summary>Addresses that you can use</summary>
            <dl>
              ${ADDRESSES.map(
                ([name, address]) =>
                  html`<dt>${name}</dt>
                    <dd><code>${address}</code></dd>`,
              )}
            </dl>
          </details>
        </body>
      </html>`,
  );
}

function list(messages: ReceivedMessage[]) {
  if (messages.length === 0) {
    return html`<p class="hint">
      Nothing was sent yet. Messages show up here when they are sent.
    </p>`;
  }
  return VENDORS.filter((vendor) => messages.some((one) => one.vendor === vendor)).map(
    (vendor) =>
      html`<section aria-label="${NAMES[vendor]}">
        <h2>${NAMES[vendor]}</h2>
        <ol>
          ${messages.filter((one) => one.vendor === vendor).map(message)}
        </ol>
      </section>`,
  );
}

function message({ atMs, channel, text, links, body }: ReceivedMessage) {
  const date = new Date(atMs);
  return html`<li>
    <p class="about">
      <span>${channel}</span>
      <time datetime="${date.toISOString()}"
        >${date.toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" })}</time
      >
    </p>
    <p class="text">${text}</p>
    ${links.map((url) => html`<p><a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a></p>`)}
    <details>
      <summary>Request</summary>
      <pre tabindex="0">${JSON.stringify(body, null, 2)}</pre>
    </details>
  </li>`;
}
