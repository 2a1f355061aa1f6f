/** The stand-in's data, in one SQLite file. Only the newest mails are stored. */
import { atomically } from "@hark/stand-in-kit/atomic";
import { openDatabaseFile } from "@hark/stand-in-kit/database-file";
import type { Delivery, Mail, ReceivedMail, SavedResponse, Webhook } from "./records.ts";

/** A mail without its contents, for lists. */
export type MailSummary = Pick<
  Mail,
  "id" | "createdAt" | "from" | "to" | "subject" | "events" | "tags"
> & { attachments: number };

export interface MailSearch {
  /** Words that the mail must contain. */
  words?: string[];
  /** A recipient's whole address. */
  to?: string;
  limit?: number;
}

export interface MailStore {
  /** One transaction. */
  transaction<T>(run: () => T): T;
  putMail(mail: Mail): void;
  mail(id: string): Mail | null;
  /** Newest first. */
  findMails(search: MailSearch): MailSummary[];
  countMails(): number;
  /** Newest first, before or after one of them. */
  pageOfMails(page: { limit: number; after?: string; before?: string }): Mail[];
  removeMail(id: string): void;
  clearMails(): void;
  putReceived(mail: ReceivedMail): void;
  received(id: string): ReceivedMail | null;
  putAnswer(answer: SavedResponse): void;
  answer(key: string): SavedResponse | null;
  deleteAnswersBefore(time: number): void;
  putWebhook(webhook: Webhook): void;
  webhook(id: string): Webhook | null;
  webhooks(): Webhook[];
  removeWebhook(id: string): void;
  putDelivery(delivery: Delivery): void;
  delivery(id: string): Delivery | null;
  /** Oldest first. */
  deliveries(state?: Delivery["state"]): Delivery[];
  deliveriesOf(mail: string): Delivery[];
  suppress(address: string, reason: "bounce" | "complaint"): void;
  suppressionOf(address: string): "bounce" | "complaint" | null;
  clear(): void;
  close(): void;
}

const MAX_MAILS = 500;
const MAX_DELIVERIES = 4 * MAX_MAILS;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS mails (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
    recipients TEXT NOT NULL, words TEXT NOT NULL, summary TEXT NOT NULL, json TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS received (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, json TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, created INTEGER NOT NULL, json TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS webhooks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, json TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
    mail TEXT NOT NULL, state TEXT NOT NULL, json TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS deliveries_by_state ON deliveries (state, seq);
  CREATE INDEX IF NOT EXISTS deliveries_by_mail ON deliveries (mail, seq);
  CREATE TABLE IF NOT EXISTS suppressions (address TEXT PRIMARY KEY, reason TEXT NOT NULL);
`;

export function openMailStore(file: string): MailStore {
  const database = openDatabaseFile({ file, synchronous: "NORMAL", schema: SCHEMA });
  const write = (sql: string) => database.prepare(sql);
  const read = (sql: string) => database.prepare(sql).raw(true);
  const one = (row: unknown): unknown =>
    row === undefined ? null : JSON.parse((row as [string])[0]);
  const each = (rows: unknown[]): unknown[] =>
    (rows as [string][]).map(([json]) => JSON.parse(json) as unknown);

  const putMail = write(`
    INSERT INTO mails (id, recipients, words, summary, json) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET summary = excluded.summary, json = excluded.json`);
  const pruneMails = write(
    `DELETE FROM mails WHERE seq <= (SELECT seq FROM mails ORDER BY seq DESC LIMIT 1 OFFSET ${MAX_MAILS})`,
  );
  const getMail = read("SELECT json FROM mails WHERE id = ?");
  const sequenceOf = read("SELECT seq FROM mails WHERE id = ?");
  const countMails = read("SELECT count(*) FROM mails");
  const pageAfter = read("SELECT json FROM mails WHERE seq < ? ORDER BY seq DESC LIMIT ?");
  const pageBefore = read("SELECT json FROM mails WHERE seq > ? ORDER BY seq LIMIT ?");
  const dropMail = write("DELETE FROM mails WHERE id = ?");
  const putReceived = write("INSERT INTO received (id, json) VALUES (?, ?)");
  const pruneReceived = write(
    `DELETE FROM received WHERE seq <= (SELECT seq FROM received ORDER BY seq DESC LIMIT 1 OFFSET ${MAX_MAILS})`,
  );
  const getReceived = read("SELECT json FROM received WHERE id = ?");
  const putAnswer = write("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)");
  const getAnswer = read("SELECT json FROM answers WHERE key = ?");
  const dropAnswers = write("DELETE FROM answers WHERE created < ?");
  const putWebhook = write(`
    INSERT INTO webhooks (id, json) VALUES (?, ?)
    ON CONFLICT (id) DO UPDATE SET json = excluded.json`);
  const getWebhook = read("SELECT json FROM webhooks WHERE id = ?");
  const allWebhooks = read("SELECT json FROM webhooks ORDER BY seq DESC");
  const dropWebhook = write("DELETE FROM webhooks WHERE id = ?");
  const putDelivery = write(`
    INSERT INTO deliveries (id, mail, state, json) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, json = excluded.json`);
  const pruneDeliveries = write(
    `DELETE FROM deliveries WHERE seq <= (SELECT seq FROM deliveries ORDER BY seq DESC LIMIT 1 OFFSET ${MAX_DELIVERIES})`,
  );
  const getDelivery = read("SELECT json FROM deliveries WHERE id = ?");
  const allDeliveries = read("SELECT json FROM deliveries ORDER BY seq");
  const deliveriesIn = read("SELECT json FROM deliveries WHERE state = ? ORDER BY seq");
  const deliveriesOf = read("SELECT json FROM deliveries WHERE mail = ? ORDER BY seq");
  const suppress = write("INSERT OR REPLACE INTO suppressions VALUES (?, ?)");
  const getSuppression = read("SELECT reason FROM suppressions WHERE address = ?");

  const seqOf = (id: string): number | null =>
    (sequenceOf.get(id) as [number] | undefined)?.[0] ?? null;

  return {
    transaction: (run) => atomically(database, run),
    putMail(mail) {
      const recipients = [...mail.to, ...mail.cc, ...mail.bcc].map(plainAddress);
      const words = [mail.from, ...recipients, mail.subject, mail.text ?? mail.html ?? ""];
      putMail.run(
        mail.id,
        ` ${recipients.join(" ")} `,
        words.join("\n").toLowerCase(),
        JSON.stringify(summaryOf(mail)),
        JSON.stringify(mail),
      );
      pruneMails.run();
    },
    mail: (id) => one(getMail.get(id)) as Mail | null,
    findMails({ words = [], to, limit = MAX_MAILS }) {
      const wanted = words.map((word) => word.toLowerCase());
      const tests = wanted.map(() => "instr(words, ?) > 0");
      if (to !== undefined) tests.push("instr(recipients, ?) > 0");
      const where = tests.length === 0 ? "" : `WHERE ${tests.join(" AND ")}`;
      const found = read(`SELECT summary FROM mails ${where} ORDER BY seq DESC LIMIT ?`);
      const given = to === undefined ? wanted : [...wanted, ` ${plainAddress(to)} `];
      return each(found.all(...given, limit)) as MailSummary[];
    },
    countMails: () => (countMails.get() as [number])[0],
    pageOfMails({ limit, after, before }) {
      if (before !== undefined) {
        return each(pageBefore.all(seqOf(before) ?? Infinity, limit)).reverse() as Mail[];
      }
      const from = after === undefined ? Number.MAX_SAFE_INTEGER : (seqOf(after) ?? 0);
      return each(pageAfter.all(from, limit)) as Mail[];
    },
    removeMail: (id) => void dropMail.run(id),
    clearMails: () => void database.exec("DELETE FROM mails"),
    putReceived(mail) {
      putReceived.run(mail.id, JSON.stringify(mail));
      pruneReceived.run();
    },
    received: (id) => one(getReceived.get(id)) as ReceivedMail | null,
    putAnswer: (answer) => void putAnswer.run(answer.key, answer.createdAt, JSON.stringify(answer)),
    answer: (key) => one(getAnswer.get(key)) as SavedResponse | null,
    deleteAnswersBefore: (time) => void dropAnswers.run(time),
    putWebhook: (webhook) => void putWebhook.run(webhook.id, JSON.stringify(webhook)),
    webhook: (id) => one(getWebhook.get(id)) as Webhook | null,
    webhooks: () => each(allWebhooks.all()) as Webhook[],
    removeWebhook: (id) => void dropWebhook.run(id),
    putDelivery(delivery) {
      const { id, mail, state } = delivery;
      putDelivery.run(id, mail, state, JSON.stringify(delivery));
      pruneDeliveries.run();
    },
    delivery: (id) => one(getDelivery.get(id)) as Delivery | null,
    deliveries: (state) =>
      each(state === undefined ? allDeliveries.all() : deliveriesIn.all(state)) as Delivery[],
    deliveriesOf: (mail) => each(deliveriesOf.all(mail)) as Delivery[],
    suppress: (address, reason) => void suppress.run(plainAddress(address), reason),
    suppressionOf(address) {
      const row = getSuppression.get(plainAddress(address)) as ["bounce" | "complaint"] | undefined;
      return row?.[0] ?? null;
    },
    clear: () =>
      void database.exec(
        "DELETE FROM mails; DELETE FROM received; DELETE FROM answers; DELETE FROM deliveries; DELETE FROM suppressions;",
      ),
    close: () => void database.close(),
  };
}

function summaryOf(mail: Mail): MailSummary {
  const { id, createdAt, from, to, subject, events, tags, attachments } = mail;
  return { id, createdAt, from, to, subject, events, tags, attachments: attachments.length };
}

/** The address of `Name <address>` in lower case, for comparisons. */
export function plainAddress(address: string): string {
  return (/<([^<>]+)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase();
}
