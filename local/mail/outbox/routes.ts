/**
 * The outbox, `/outbox…`: the mails as JSON for its page and for tests, and what may be done to this
 * Resend that nobody may do to the real one.
 */
import type { FaultKind, Faults } from "../api/faults.ts";
import type { RateLimit } from "../api/rate-limit.ts";
import { isRefusalName } from "../errors.ts";
import { isFields } from "../published/document.ts";
import { lastEventOf } from "../post-office.ts";
import type { PostOffice } from "../post-office.ts";
import type { MailStore, MailSummary } from "../store/mail-store.ts";
import type { Mail } from "../store/records.ts";
import type { Courier } from "../webhooks/courier.ts";
import type { Changes } from "./changes.ts";
import { findsIn } from "./finds.ts";
import { headersOf, sourceOf } from "./source.ts";

export interface OutboxOptions {
  store: MailStore;
  postOffice: PostOffice;
  courier: Courier;
  faults: Faults;
  rateLimit: RateLimit;
  usualPerSecond: number;
  changes: Changes;
}

/** Its message is for whoever asked. */
class OutboxError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Fields = Record<string, unknown>;
type Command = (given: Fields, id: string) => unknown;

const REPORTS = ["email.bounced", "email.complained", "email.delivery_delayed"] as const;
const OTHER_FAULTS = ["domain_not_verified", "slow", "no_answer", "lost_answer"];
const LONGEST_WAIT_S = 3600;

export function createOutbox(options: OutboxOptions) {
  const { store, postOffice, courier, faults, rateLimit, usualPerSecond, changes } = options;

  const mailOf = (id: string): Mail => {
    const mail = store.mail(id);
    if (mail === null) throw new OutboxError(404, `There is no mail ${id}.`);
    return mail;
  };

  /** Each by its method and path, in which `*` stands for a mail's id. */
  const commands: Record<string, Command> = {
    "GET mails": ({ q, to }) => {
      const words = typeof q === "string" ? q.split(/\s+/).filter((word) => word !== "") : [];
      const found = store.findMails({ words, ...(typeof to === "string" ? { to } : {}) });
      return { total: store.countMails(), mails: found.map(summary) };
    },
    "DELETE mails": () => {
      store.clearMails();
      return {};
    },
    "GET mails/*": (_given, id) => whole(mailOf(id)),
    "DELETE mails/*": (_given, id) => {
      store.removeMail(mailOf(id).id);
      return {};
    },
    "POST mails/*/events": ({ type }, id) => {
      const known = REPORTS.find((one) => one === type);
      if (known === undefined) throw unknown("type", REPORTS);
      postOffice.report(mailOf(id).id, known);
      return whole(mailOf(id));
    },
    "GET faults": () => ({ faults: faults.list() }),
    "POST faults": (given) => {
      const kind = String(given.kind);
      if (!isRefusalName(kind) && !OTHER_FAULTS.includes(kind)) throw unknown("kind", OTHER_FAULTS);
      faults.add({
        kind: kind as FaultKind,
        method: typeof given.method === "string" ? given.method : "POST",
        path: typeof given.path === "string" ? given.path : "/emails",
        times: count(given.times ?? 1, "times"),
        seconds: count(given.seconds ?? 5, "seconds"),
      });
      return { faults: faults.list() };
    },
    "DELETE faults": () => {
      faults.clear();
      return { faults: [] };
    },
    "POST settings": ({ requestsPerSecond }) => {
      rateLimit.perSecond = count(requestsPerSecond, "requestsPerSecond");
      return { requestsPerSecond: rateLimit.perSecond };
    },
    "GET webhooks": () => ({ deliveries: store.deliveries().map(shownDelivery) }),
    "GET webhooks/settled": async () => {
      await courier.settled();
      return { deliveries: store.deliveries().map(shownDelivery) };
    },
    "POST webhooks/hold": () => (courier.hold(), {}),
    "POST webhooks/release": () => (courier.release(), {}),
    "POST webhooks/deliver": async ({ events }) => {
      const outcomes = [];
      // In the order of the list, which need not be that of the events, and as often as it names them.
      for (const event of idsIn(events)) {
        outcomes.push({ event, outcome: await courier.sendNow(event) });
      }
      return { outcomes };
    },
    "POST webhooks/drop": ({ events }) => {
      for (const event of idsIn(events)) courier.drop(event);
      return {};
    },
    "POST reset": () => {
      faults.clear();
      rateLimit.perSecond = usualPerSecond;
      courier.release();
      store.clear();
      return {};
    },
  };

  const whole = (mail: Mail) => ({
    ...summary({ ...mail, attachments: mail.attachments.length }),
    ...{ cc: mail.cc, bcc: mail.bcc, replyTo: mail.replyTo },
    ...{ html: mail.html, text: mail.text },
    ...findsIn(mail),
    headers: headersOf(mail),
    source: sourceOf(mail),
    idempotencyKey: mail.idempotencyKey,
    files: mail.attachments.map(({ filename, content, content_type }) => ({
      filename,
      type: content_type,
      bytes: Buffer.from(content, "base64").length,
    })),
    webhooks: store.deliveriesOf(mail.id).map(shownDelivery),
  });

  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const way = pathname.slice("/outbox/".length).split("/");
    const id = way[0] === "mails" ? (way[1] ?? "") : "";
    const name = `${request.method} ${way.map((part, at) => (at === 1 && id !== "" ? "*" : part)).join("/")}`;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) return refused(404, `The outbox does not know ${name}.`);
    try {
      const given =
        request.method === "GET" ? Object.fromEntries(searchParams) : await fieldsOf(request);
      const answer = await command(given, id);
      if (request.method !== "GET") changes.tell();
      return Response.json(answer, { headers: { "Cache-Control": "no-store" } });
    } catch (error) {
      if (error instanceof OutboxError) return refused(error.status, error.message);
      throw error;
    }
  };
}

function summary(mail: MailSummary) {
  return { ...mail, lastEvent: lastEventOf(mail) };
}

function shownDelivery(delivery: ReturnType<MailStore["deliveries"]>[number]) {
  const { id: event, mail, type, state, attempts, nextAttemptAt, outcome } = delivery;
  return { event, mail, type, state, attempts, nextAttemptAt, outcome };
}

async function fieldsOf(request: Request): Promise<Fields> {
  const text = await request.text();
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch {
    // As for anything else that is no object.
  }
  throw new OutboxError(400, "The body must be a JSON object.");
}

function count(value: unknown, name: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 1) {
    if (name !== "seconds" || value <= LONGEST_WAIT_S) return value;
  }
  throw new OutboxError(400, `\`${name}\` must be a whole number from 1 up.`);
}

function idsIn(value: unknown): string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  throw new OutboxError(400, "`events` must be a list of ids.");
}

function unknown(name: string, known: readonly string[]): OutboxError {
  return new OutboxError(
    400,
    `\`${name}\` must be a name of Resend's errors or one of: ${known.join(", ")}.`,
  );
}

function refused(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
