/** The page with the bookings, the same as JSON for tests, and the failures that both can order. */
import { Hono } from "hono";
import type { Context } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { pageStyle } from "@hark/stand-in-kit/page-style";
import { shown } from "../api.ts";
import type { Booking, Bookings } from "../bookings.ts";
import { EVENT_TYPES, linkTo } from "../events.ts";
import { FAULT_KINDS, faultIn } from "../faults.ts";
import type { FaultKind, Faults } from "../faults.ts";

interface PageOptions {
  bookings: Bookings;
  faults: Faults;
}

const FAULT_LABELS: Record<FaultKind, string> = {
  down: "Server error",
  rate_limited: "Too many requests (429)",
  taken: "Somebody else was quicker",
  slow: "Slow: booked, answered after 5 s",
  no_answer: "No answer: not booked",
  lost_answer: "Answer lost: booked",
  other_time: "It names another time",
  nonsense: "It answers with a web page",
};
const POLICY = [
  "default-src 'none'; style-src 'self'; img-src data:",
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
].join("; ");

export function createPage({ bookings, faults }: PageOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    c.header("X-Content-Type-Options", "nosniff");
  });
  app.get("/", (c) => page(c, bookings.list(), faults));
  app.get("/page.css", async (c) =>
    c.body(await pageStyle(), 200, { "Content-Type": "text/css; charset=utf-8" }),
  );
  app.get("/bookings", (c) => c.json({ bookings: bookings.list().map(shown) }));
  app.delete("/bookings", (c) => {
    bookings.clear();
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
    return c.redirect("/calendar", 303);
  });
  app.post("/forms/clear", (c) => {
    bookings.clear();
    faults.clear();
    return c.redirect("/calendar", 303);
  });
  return app;
}

function page(c: Context, bookings: Booking[], faults: Faults) {
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
          <title>Calendar</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/calendar/page.css" />
        </head>
        <body>
          <header>
            <h1>Calendar</h1>
            <p>What was booked at Cal.com stays on this machine.</p>
            <form method="post" action="/calendar/forms/fail">
              <select name="kind" aria-label="Fail the next booking" required>
                <option value="">Fail the next booking…</option>
                ${FAULT_KINDS.map((kind) => html`<option value="${kind}">${FAULT_LABELS[kind]}</option>`)}
              </select>
              <button>Fail</button>
            </form>
            <form method="post" action="/calendar/forms/clear"><button>Delete all</button></form>
            ${waiting.length === 0 ? null : html`<p role="status">Fails next: ${waiting.join("; then ")}</p>`}
          </header>
          <main>${list(bookings)}</main>
          <details open>
            <summary>Links that you can paste</summary>
            <dl>
              ${EVENT_TYPES.map(
                (event) =>
                  html`<dt>${event.title}</dt>
                    <dd><code>${linkTo(event)}</code></dd>`,
              )}
            </dl>
          </details>
        </body>
      </html>`,
  );
}

function list(bookings: Booking[]) {
  if (bookings.length === 0) return html`<p class="hint">Nothing was booked yet.</p>`;
  return html`<ol>
    ${bookings.map(({ event, attendee, startMs, status, responses }) => {
      const format = { timeZone: event.timeZone, dateStyle: "full", timeStyle: "short" } as const;
      return html`<li>
        <p class="about">
          <span>${event.title}</span>
          <time datetime="${new Date(startMs).toISOString()}"
            >${new Date(startMs).toLocaleString("en", format)}</time
          >
        </p>
        <p class="text">${attendee.name}, ${attendee.email}</p>
        ${Object.entries(responses).map(([name, value]) => html`<p class="text">${name}: ${String(value)}</p>`)}
        ${status === "pending" ? html`<p class="hint">Waits for the host's confirmation</p>` : null}
      </li>`;
    })}
  </ol>`;
}
