import { Hono } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { MailError, notFound, notSimulated } from "../errors.ts";
import type { MailStore } from "../store/mail-store.ts";
import type { ReceivedMail } from "../store/records.ts";
import { postgresTime } from "./emails.ts";
import { idOf } from "./request.ts";

const FORMATS = ["data_uri", "cid"];

/** https://resend.com/docs/api-reference/emails/retrieve-received-email */
export function receivingRoutes(store: MailStore): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  // Before `/emails/:id`, for which "receiving" would be no UUID.
  app.get("/emails/receiving", () => {
    throw notSimulated("lists of received mail");
  });

  app.get("/emails/receiving/:id", (c) => {
    const format = c.req.query("html_format") ?? "data_uri";
    if (!FORMATS.includes(format)) {
      throw new MailError("validation_error", "`html_format` must be `data_uri` or `cid`.");
    }
    const mail = store.received(idOf(c));
    if (mail === null) throw notFound("Email");
    return c.json({ ...shown(mail), html_format: format });
  });

  return app;
}

function shown({ id, to, from, createdAt, subject, messageId, html, text, headers }: ReceivedMail) {
  return {
    ...{ object: "email", id, to, from, created_at: postgresTime(createdAt), subject },
    ...{ bcc: [], cc: [], reply_to: [], received_for: to, html, text, headers },
    ...{ message_id: messageId, attachments: [] },
  };
}
