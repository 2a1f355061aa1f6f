/**
 * The outbox, `/outbox…`: pages with the sent mail for people, the same as JSON for tests, and commands for tests and
 * developers that Resend does not have.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { bundle } from "@hark/stand-in-kit/bundle";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import type { FaultKind, Faults } from "../api/faults.ts";
import type { RateLimit } from "../api/rate-limit.ts";
import { isRefusalName } from "../errors.ts";
import { lastEventOf } from "../mail-sending.ts";
import type { MailReceiving } from "../mail-receiving.ts";
import type { MailSending } from "../mail-sending.ts";
import type { MailStore, MailSummary } from "../store/mail-store.ts";
import type { Mail } from "../store/records.ts";
import type { EventSender } from "../webhooks/event-sender.ts";
import { attachedFile, framedHtml } from "./attached-parts.ts";
import type { Changes } from "./changes.ts";
import { codesAndLinks } from "./codes-and-links.ts";
import { outboxPage } from "./page.ts";
import type { PageQuery } from "./page.ts";
import { replyRoutes } from "./replies.ts";
import { fieldsOf, invalid, mailOf, type Fields } from "./requests.ts";
import { headersOf, sourceOf } from "./source.ts";

export interface OutboxOptions {
  store: MailStore;
  sending: MailSending;
  receiving: MailReceiving;
  events: EventSender;
  faults: Faults;
  rateLimit: RateLimit;
  usualPerSecond: number;
  changes: Changes;
}

const REPORTS = ["email.bounced", "email.complained", "email.delivery_delayed"] as const;
const OTHER_FAULTS = ["domain_not_verified", "slow", "no_answer", "lost_answer"];
const MAX_SLOW_SECONDS = 3600;
const PAGE_SCRIPT = new URL("./page-script.ts", import.meta.url);
const PAGE_STYLE = new URL("./page.css", import.meta.url);

export function createOutbox(options: OutboxOptions): Hono<AppEnv> {
  const { store, changes } = options;
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    await next();
    if (c.req.method !== "GET") changes.notify();
    c.header("Cache-Control", "no-store");
    c.header("X-Content-Type-Options", "nosniff");
  });
  app.onError((error, c) => {
    if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
    throw error;
  });
  app.get("/changes", () => changes.stream());
  app.route("/", pages(options));
  app.route("/", mailRoutes(options));
  app.route("/", replyRoutes(options));
  app.route("/", faultRoutes(options));
  app.route("/webhooks", webhookRoutes(options));
  app.post("/reset", (c) => {
    options.faults.clear();
    options.rateLimit.perSecond = options.usualPerSecond;
    options.events.release();
    store.clear();
    return c.json({});
  });
  app.all("*", ({ req }) => {
    throw new HTTPException(404, { message: `The outbox has no ${req.method} ${req.path}.` });
  });
  return app;
}

function pages({ store, sending, receiving, faults }: OutboxOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const queryOf = ({ req }: Context): PageQuery => req.query();
  /** After a form, the browser returns to its page. */
  const backToPage = (c: Context, change: PageQuery = {}) => {
    const query = new URLSearchParams({ ...c.req.query(), ...change });
    return c.redirect(`/outbox?${query}`, 303);
  };

  app.get("/", (c) => {
    const query = queryOf(c);
    const mail = store.mail(query.mail ?? "");
    return outboxPage(c, {
      query,
      total: store.countMails(),
      mails: findMails(store, query).map(summaryOf),
      mail: mail && wholeMail(store, mail),
      replyAddress: mail && receiving.replyAddressOf(mail),
      faults: faults.list(),
    });
  });
  app.get("/page.css", async (c) =>
    c.body(await readFile(PAGE_STYLE, "utf8"), 200, { "Content-Type": "text/css; charset=utf-8" }),
  );
  // Bundled on the first visit, because most starts never need it.
  let script: Promise<string> | null = null;
  app.get("/page.js", async (c) => {
    script ??= bundle(fileURLToPath(PAGE_SCRIPT), { where: "browser" });
    return c.body(await script, 200, { "Content-Type": "text/javascript; charset=utf-8" });
  });
  app.post("/forms/report", async (c) => {
    const { type } = await c.req.parseBody();
    sending.report(mailOf(store, c.req.query("mail")).id, reportOf(type));
    return backToPage(c);
  });
  app.post("/forms/delete", (c) => {
    store.removeMail(mailOf(store, c.req.query("mail")).id);
    return backToPage(c, { mail: "" });
  });
  app.post("/forms/delete-all", (c) => {
    store.clearMails();
    return c.redirect("/outbox", 303);
  });
  app.post("/forms/fail", async (c) => {
    const { kind } = await c.req.parseBody();
    faults.add(faultOf({ kind }));
    return backToPage(c);
  });
  app.post("/forms/do-not-fail", (c) => {
    faults.clear();
    return backToPage(c);
  });
  return app;
}

function mailRoutes({ store, sending }: OutboxOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const mailIn = ({ req }: Context) => mailOf(store, req.param("id"));

  app.get("/mails", (c) =>
    c.json({
      total: store.countMails(),
      mails: findMails(store, c.req.query()).map(summaryOf),
    }),
  );
  app.delete("/mails", (c) => {
    store.clearMails();
    return c.json({});
  });
  app.get("/mails/:id", (c) => c.json(wholeMail(store, mailIn(c))));
  app.delete("/mails/:id", (c) => {
    store.removeMail(mailIn(c).id);
    return c.json({});
  });
  app.post("/mails/:id/events", async (c) => {
    const { type } = await fieldsOf(c);
    sending.report(mailIn(c).id, reportOf(type));
    return c.json(wholeMail(store, mailIn(c)));
  });
  app.get("/mails/:id/html", (c) => framedHtml(mailIn(c)));
  app.get("/mails/:id/files/:index", (c) => {
    const file = attachedFile(mailIn(c), Number(c.req.param("index")));
    return file ?? c.notFound();
  });
  return app;
}

function faultRoutes({ faults, rateLimit }: OutboxOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/faults", (c) => c.json({ faults: faults.list() }));
  app.post("/faults", async (c) => {
    faults.add(faultOf(await fieldsOf(c)));
    return c.json({ faults: faults.list() });
  });
  app.delete("/faults", (c) => {
    faults.clear();
    return c.json({ faults: [] });
  });
  app.post("/settings", async (c) => {
    const { requestsPerSecond } = await fieldsOf(c);
    rateLimit.perSecond = count(requestsPerSecond, "requestsPerSecond");
    return c.json({ requestsPerSecond: rateLimit.perSecond });
  });
  return app;
}

function webhookRoutes({ store, events }: OutboxOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/", (c) => c.json({ deliveries: store.deliveries().map(shownDelivery) }));
  app.get("/settled", async (c) => {
    await events.settled();
    return c.json({ deliveries: store.deliveries().map(shownDelivery) });
  });
  app.post("/hold", (c) => {
    events.hold();
    return c.json({});
  });
  app.post("/release", (c) => {
    events.release();
    return c.json({});
  });
  app.post("/deliver", async (c) => {
    const outcomes = [];
    // One after the other, in the given order and as often as an event is named.
    for (const event of await eventIdsOf(c)) {
      outcomes.push({ event, outcome: await events.sendNow(event) });
    }
    return c.json({ outcomes });
  });
  app.post("/drop", async (c) => {
    for (const event of await eventIdsOf(c)) events.drop(event);
    return c.json({});
  });
  return app;
}

function findMails(store: MailStore, { q = "", to }: PageQuery): MailSummary[] {
  const words = q.split(/\s+/).filter((word) => word !== "");
  return store.findMails({ words, ...(to === undefined || to === "" ? {} : { to }) });
}

function summaryOf(mail: MailSummary) {
  return { ...mail, lastEvent: lastEventOf(mail) };
}

export type Summary = ReturnType<typeof summaryOf>;

function wholeMail(store: MailStore, mail: Mail) {
  const { cc, bcc, replyTo, html, text, idempotencyKey } = mail;
  return {
    ...summaryOf({ ...mail, attachments: mail.attachments.length }),
    ...{ cc, bcc, replyTo, html, text, idempotencyKey },
    ...codesAndLinks(mail),
    headers: headersOf(mail),
    source: sourceOf(mail),
    files: mail.attachments.map(({ filename, content, content_type }) => ({
      filename,
      type: content_type,
      bytes: Buffer.from(content, "base64").length,
    })),
    webhooks: store.deliveriesOf(mail.id).map(shownDelivery),
  };
}

export type WholeMail = ReturnType<typeof wholeMail>;

function shownDelivery(delivery: ReturnType<MailStore["deliveries"]>[number]) {
  const { id: event, mail, type, state, attempts, nextAttemptAt, outcome } = delivery;
  return { event, mail, type, state, attempts, nextAttemptAt, outcome };
}

function reportOf(type: unknown): (typeof REPORTS)[number] {
  const known = REPORTS.find((report) => report === type);
  if (known === undefined) throw invalid(`\`type\` must be one of: ${REPORTS.join(", ")}.`);
  return known;
}

function faultOf(given: Fields) {
  const kind = String(given.kind);
  if (!isRefusalName(kind) && !OTHER_FAULTS.includes(kind)) {
    const others = OTHER_FAULTS.join(", ");
    throw invalid(`\`kind\` must be the name of one of Resend's errors, or one of:  ${others}.`);
  }
  return {
    kind: kind as FaultKind,
    method: typeof given.method === "string" ? given.method : "POST",
    path: typeof given.path === "string" ? given.path : "/emails",
    times: count(given.times ?? 1, "times"),
    seconds: count(given.seconds ?? 5, "seconds"),
  };
}

function count(value: unknown, name: string): number {
  const max = name === "seconds" ? MAX_SLOW_SECONDS : Number.MAX_SAFE_INTEGER;
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= max) {
    return value;
  }
  throw invalid(`\`${name}\` must be a whole number from 1 to ${max}.`);
}

async function eventIdsOf(c: Context): Promise<string[]> {
  const { events } = await fieldsOf(c);
  if (Array.isArray(events) && events.every((id) => typeof id === "string")) return events;
  throw invalid("`events` must be a list of ids.");
}
