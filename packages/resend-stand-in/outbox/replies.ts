/** Mail that arrives: a reply to a mail of the outbox, or any other mail. */
import { Hono } from "hono";
import type { Context } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { replyTo } from "../mail-receiving.ts";
import type { Arriving, MailReceiving } from "../mail-receiving.ts";
import type { MailStore } from "../store/mail-store.ts";
import type { Mail } from "../store/records.ts";
import { fieldsOf, invalid, mailOf, type Fields } from "./requests.ts";

export interface ReplyRoutesOptions {
  store: MailStore;
  receiving: MailReceiving;
}

export function replyRoutes({ store, receiving }: ReplyRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  const receive = (mail: Arriving) => {
    const received = receiving.receive(mail);
    if (received === null) throw invalid("No mail is received at this address.");
    return received;
  };
  const reply = (mail: Mail, { from = mail.to[0], text }: Fields) => {
    if (typeof from !== "string" || typeof text !== "string") {
      throw invalid("`from` and `text` must be texts.");
    }
    const address = receiving.replyAddressOf(mail);
    if (address === null) throw invalid("Replies to this mail arrive elsewhere.");
    return receive(replyTo(mail, address, { from, text: text.replaceAll("\r\n", "\n") }));
  };

  app.post("/forms/reply", async (c) => {
    reply(mailOf(store, c.req.query("mail")), await c.req.parseBody());
    return c.redirect(`/outbox?${new URLSearchParams({ ...c.req.query(), said: "replied" })}`, 303);
  });
  app.post("/mails/:id/reply", async (c) => {
    const { id } = reply(mailOf(store, c.req.param("id")), await fieldsOf(c));
    return c.json({ id });
  });
  app.post("/received", async (c) => c.json({ id: receive(await arrivingIn(c)).id }));
  return app;
}

async function arrivingIn(c: Context): Promise<Arriving> {
  const { from, to, subject = "", html = null, text = null, headers = {} } = await fieldsOf(c);
  if (typeof from !== "string" || typeof to !== "string" || typeof subject !== "string") {
    throw invalid("`from`, `to` and `subject` must be texts.");
  }
  return {
    ...{ from, to: [to], subject },
    html: html as string | null,
    text: text as string | null,
    headers: headers as Record<string, string>,
  };
}
