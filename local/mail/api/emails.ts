import { MailError, notFound, notSimulated } from "../errors.ts";
import { lastEventOf } from "../post-office.ts";
import type { PostOffice } from "../post-office.ts";
import type { MailStore } from "../store/mail-store.ts";
import type { Mail } from "../store/records.ts";
import { readMessage } from "./message.ts";
import type { MessageRules } from "./message.ts";
import { pageOf } from "./route.ts";
import type { Route } from "./route.ts";

export interface EmailRoutesOptions {
  store: MailStore;
  postOffice: PostOffice;
  rules: MessageRules;
}

const MOST_IN_A_BATCH = 100;

export function emailRoutes({ store, postOffice, rules }: EmailRoutesOptions): Route[] {
  return [
    {
      method: "POST",
      path: "/emails",
      isIdempotent: true,
      handle({ body, idempotencyKey }) {
        const message = readMessage(body, rules);
        const { id } = store.transaction(() => postOffice.accept(message, idempotencyKey));
        return Response.json({ id });
      },
    },
    {
      method: "POST",
      path: "/emails/batch",
      isIdempotent: true,
      handle({ body, headers, idempotencyKey }) {
        const mode = headers.get("x-batch-validation") ?? "strict";
        if (mode !== "strict") throw notSimulated(`batch validation as "${mode}"`);
        if (!Array.isArray(body) || body.length < 1 || body.length > MOST_IN_A_BATCH) {
          throw new MailError(
            "validation_error",
            `A batch must be a list of 1 to ${MOST_IN_A_BATCH} emails.`,
          );
        }
        const messages = body.map((one) => readMessage(one, { ...rules, isBatch: true }));
        const mails = store.transaction(() =>
          messages.map((message) => postOffice.accept(message, idempotencyKey)),
        );
        return Response.json({ data: mails.map(({ id }) => ({ id })) });
      },
    },
    {
      method: "GET",
      path: "/emails",
      handle({ query }) {
        const page = pageOf(query);
        const found = store.pageOfMails({ ...page, limit: page.limit + 1 });
        const more = found.length > page.limit;
        const data = more
          ? page.before === undefined
            ? found.slice(0, page.limit)
            : found.slice(-page.limit)
          : found;
        return Response.json({ object: "list", has_more: more, data: data.map(listed) });
      },
    },
    {
      method: "GET",
      path: "/emails/:id",
      handle({ params: { id = "" } }) {
        const mail = store.mail(id);
        if (mail === null) throw notFound("Email");
        return Response.json(shown(mail));
      },
    },
  ];
}

function listed(mail: Mail): object {
  return {
    id: mail.id,
    message_id: mail.messageId,
    to: mail.to,
    from: mail.from,
    created_at: inPostgres(mail.createdAt),
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

/** `2023-04-03 22:13:42.674981+00`, as the published examples have times. */
export function inPostgres(time: number): string {
  return new Date(time).toISOString().replace("T", " ").replace("Z", "000+00");
}
