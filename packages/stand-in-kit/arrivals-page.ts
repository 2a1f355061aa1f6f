/** A stand-in's page with what arrived, the same as JSON for tests, and the failures that both can order. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import type { Context } from "hono";
import { html } from "hono/html";
import { bundle } from "./bundle.ts";
import type { AppEnv } from "./http-app.ts";
import type { OrderedFault, OrderedFaults } from "./ordered-faults.ts";

type Html = ReturnType<typeof html>;

export interface ArrivalsPage<Kind extends string, Fault extends OrderedFault & { kind: Kind }> {
  /** Where the page is, as in "/calendar". */
  path: string;
  title: string;
  about: string;
  arrived: {
    /** What the list is called in the page's addresses and in JSON. */
    name: string;
    asJson(query: Record<string, string>): unknown[];
    asHtml(): Html | Html[];
    clear(): void;
  };
  failures: {
    label: string;
    /** In the order in which they are offered. */
    kinds: Record<Kind, string>;
    ordered: OrderedFaults<Fault>;
    /** Null if something is wrong with what was given. */
    read(given: Record<string, unknown>): Fault | null;
  };
  /** Values to use in Hark, which are shown below the list. */
  usable: { title: string; isOpen: boolean; values: readonly (readonly [string, string])[] };
}

const STYLE = new URL("./arrivals-page.css", import.meta.url);
const SCRIPT = new URL("./arrivals-page-script.ts", import.meta.url);
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:",
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
].join("; ");

export function createArrivalsPage<
  Kind extends string,
  Fault extends OrderedFault & { kind: Kind },
>(options: ArrivalsPage<Kind, Fault>): Hono<AppEnv> {
  const { path, arrived, failures } = options;
  const { ordered } = failures;
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    c.header("X-Content-Type-Options", "nosniff");
  });
  app.get("/", (c) => page(c, options));
  app.get("/page.css", async (c) =>
    c.body(await readFile(STYLE, "utf8"), 200, { "Content-Type": "text/css; charset=utf-8" }),
  );
  // Bundled on the first visit, because most starts never need it.
  let script: Promise<string> | null = null;
  app.get("/page.js", async (c) => {
    script ??= bundle(fileURLToPath(SCRIPT), { where: "browser" });
    return c.body(await script, 200, { "Content-Type": "text/javascript; charset=utf-8" });
  });
  app.get(`/${arrived.name}`, (c) => c.json({ [arrived.name]: arrived.asJson(c.req.query()) }));
  app.delete(`/${arrived.name}`, (c) => {
    arrived.clear();
    return c.json({});
  });
  app.post("/faults", async (c) => {
    const given: unknown = await c.req.json().catch(() => null);
    const fault = failures.read((given ?? {}) as Record<string, unknown>);
    if (fault === null) return c.json({ error: "The fault is not valid." }, 400);
    ordered.add(fault);
    return c.json({ faults: ordered.list() });
  });
  app.delete("/faults", (c) => {
    ordered.clear();
    return c.json({ faults: [] });
  });
  app.post("/forms/fail", async (c) => {
    const { kind } = await c.req.parseBody();
    const fault = failures.read({ kind });
    if (fault !== null) ordered.add(fault);
    return c.redirect(path, 303);
  });
  app.post("/forms/clear", (c) => {
    arrived.clear();
    ordered.clear();
    return c.redirect(path, 303);
  });
  return app;
}

function page<Kind extends string, Fault extends OrderedFault & { kind: Kind }>(
  c: Context,
  { path, title, about, arrived, failures, usable }: ArrivalsPage<Kind, Fault>,
) {
  c.header("Content-Security-Policy", POLICY);
  // Without a referrer a form would send no origin, and would be refused like another site's.
  c.header("Referrer-Policy", "same-origin");
  const waiting = failures.ordered.list().map(({ kind }) => failures.kinds[kind]);
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <title>${title}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="${path}/page.css" />
          <script src="${path}/page.js" defer></script>
        </head>
        <body>
          <header>
            <h1>${title}</h1>
            <p>${about}</p>
            <form method="post" action="${path}/forms/fail">
              <select name="kind" aria-label="${failures.label}" required>
                <option value="">${failures.label}…</option>
                ${Object.entries<string>(failures.kinds).map(
                  ([kind, label]) => html`<option value="${kind}">${label}</option>`,
                )}
              </select>
              <button>Fail</button>
            </form>
            <form method="post" action="${path}/forms/clear"><button>Delete all</button></form>
            ${
              waiting.length === 0
                ? null
                : html`<p role="status">Fails next: ${waiting.join("; then ")}</p>`
            }
          </header>
          <main id="arrived" tabindex="-1">${arrived.asHtml()}</main>
          <details ${usable.isOpen ? "open" : ""}>
            <summary>${usable.title}</summary>
            <dl>
              ${usable.values.map(
                ([name, value]) =>
                  html`<dt>${name}</dt>
                    <dd><code>${value}</code></dd>`,
              )}
            </dl>
          </details>
        </body>
      </html>`,
  );
}
