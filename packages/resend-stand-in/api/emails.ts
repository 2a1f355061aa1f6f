import { Hono } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { MailError, notFound, notSimulated } from "../errors.ts";
import { lastEventOf } from "../mail-sending.ts";
import type { MailSending } from "../mail-sending.ts";
import type { MailStore } from "../store/mail-store.ts";
import type { Mail } from "../store/records.ts";
import { readMessage } from "./message.ts";
import type { MessageRules } from "./message.ts";
import { idempotencyKeyOf, idOf, jsonBody, pageOf } from "./request.ts";

export interface EmailRoutesOptions {
  store: MailStore;
  sending: MailSending;
  rules: MessageRules;
}

const MAX_BATCH_SIZE = 100;

export function emailRoutes({ store, sending, rules }: EmailRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.post("/emails", async (c) => {
    const message = readMessage(await jsonBody(c), rules);
    const { id } = store.transaction(() => sending.accept(message, idempotencyKeyOf(c)));
    return c.json({ id });
  });

  app.post("/emails/batch", async (c) => {
    const mode = c.req.header("x-batch-validation") ?? "strict";
    if (mode !== "strict") throw notSimulated(`batch validation as "${mode}"`);
    const body = await jsonBody(c);
    if (!Array.isArray(body) || body.length < 1 || body.length > MAX_BATCH_SIZE) {
      throw new MailError(
        "validation_error",
        `A batch must be a list of 1 to ${MAX_BATCH_SIZE} emails.`,
      );
    }
    const messages = body.map((one) => readMessage(one, { ...rules, isBatch: true }));
    const mails = store.transaction(() =>
      messages.map((message) => sending.accept(message, idempotencyKeyOf(c))),
    );
    return c.json({ data: mails.map(({ id }) => ({ id })) });
  });

  app.get("/emails", (c) => {
    const page = pageOf(c);
    const found = store.pageOfMails({ ...page, limit: page.limit + 1 });
    const hasMore = found.length > page.limit;
    const data = page.before === undefined ? found.slice(0, page.limit) : found.slice(-page.limit);
    return c.json({ object: "list", has_more: hasMore, data: data.map(listed) });
  });

  app.get("/emails/:id", (c) => {
    const mail = store.mail(idOf(c));
    if (mail === null) throw notFound("Email");
    return c.json(shown(mail));
  });

  return app;
}

function listed(mail: Mail): object {
  return {
    id: mail.id,
    message_id: mail.messageId,
    to: mail.to,
    from: mail.from,
    created_at: postgresTime(mail.createdAt),
    subject: mail.subject,
    bcc: orNull(mail.bcc),
    cc: orNull(mail.cc),
    reply_to: orNull(mail.replyTo),
    last_event: lastEventOf(mail),
    scheduled_at: null,
  };
}

function shown(mail: Mail): object {
  return {
    object: "email",
    ...listed(mail),
    html: mail.html,
    text: mail.text,
    ...(mail.tags.length === 0 ? {} : { tags: mail.tags }),
  };
}

function orNull(addresses: string[]): string[] | null {
  return addresses.length === 0 ? null : addresses;
}

/** A time as in the published examples: `2023-04-03 22:13:42.674981+00`. */
export function postgresTime(time: number): string {
  return new Date(time).toISOString().replace("T", " ").replace("Z", "000+00");
}
