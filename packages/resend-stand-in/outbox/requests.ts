/** What the outbox's routes read from a request. */
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { parseJson } from "../api/request.ts";
import { isFields } from "../published/document.ts";
import type { MailStore } from "../store/mail-store.ts";
import type { Mail } from "../store/records.ts";

export type Fields = Record<string, unknown>;

export function mailOf(store: MailStore, id = ""): Mail {
  const mail = store.mail(id);
  if (mail === null) throw new HTTPException(404, { message: `There is no mail ${id}.` });
  return mail;
}

export async function fieldsOf({ req }: Context): Promise<Fields> {
  const text = await req.text();
  const fields = text === "" ? {} : parseJson(text);
  if (isFields(fields)) return fields;
  throw invalid("The body must be a JSON object.");
}

export function invalid(message: string): HTTPException {
  return new HTTPException(400, { message });
}
