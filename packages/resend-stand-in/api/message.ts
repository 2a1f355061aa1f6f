/** Validates the body of `POST /emails` like Resend, with its error messages where they are known. */
import { notSimulated, MailError } from "../errors.ts";
import { faultsOf, isFields, types } from "../published/document.ts";
import type { Attachment, Mail } from "../store/records.ts";
import { plainAddress } from "../store/mail-store.ts";
import { domainOf, isAddress } from "./addresses.ts";

/** A message before it is accepted. */
export type Message = Omit<Mail, "id" | "createdAt" | "messageId" | "idempotencyKey" | "events">;

type Fields = Record<string, unknown>;

const UNSIMULATED = ["template", "scheduled_at", "topic_id"];
const MAX_RECIPIENTS = 50;
/** https://resend.com/docs/knowledge-base/what-email-addresses-to-use-for-testing */
export const REFUSED_DOMAINS = ["example.com", "test.com"];
const TAG = /^[\w-]{1,256}$/;
const FORMAT =
  "The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.";

export interface MessageRules {
  /** The only domain that may send. */
  verifiedDomain: string;
  /** Domains to which no mail may be sent. */
  refusedDomains: string[];
  isBatch?: boolean;
}

export function readMessage(given: unknown, rules: MessageRules): Message {
  if (!isFields(given)) throw invalid("The body must be a JSON object.");
  const fields = withoutNulls(given);
  for (const name of ["from", "to", "subject"]) {
    if (isMissing(fields[name])) throw missing(`\`${name}\``);
  }
  const vain = UNSIMULATED.find((name) => fields[name] !== undefined);
  if (vain !== undefined) throw notSimulated(`\`${vain}\``);
  if (isMissing(fields.html) && isMissing(fields.text)) throw missing("`html` or `text`");
  const [fault] = faultsOf({ ref: "SendEmailRequest" }, fields);
  if (fault !== undefined) throw invalid(wordsFor(fault));
  return checked(fields, rules);
}

function checked(fields: Fields, rules: MessageRules): Message {
  const { verifiedDomain, refusedDomains, isBatch = false } = rules;
  const from = (fields.from as string).trim();
  if (!isAddress(from)) throw new MailError("invalid_from_address");
  const lists = Object.fromEntries(
    ["to", "cc", "bcc", "reply_to"].map((name) => [name, addressesIn(fields, name)]),
  ) as Record<"to" | "cc" | "bcc" | "reply_to", string[]>;
  for (const name of ["to", "cc", "bcc"] as const) {
    if (lists[name].length > MAX_RECIPIENTS) {
      throw invalid(`The \`${name}\` field may have ${MAX_RECIPIENTS} addresses at most.`);
    }
    const isRefused = lists[name].some((one) => refusedDomains.includes(domainOf(one)));
    if (isRefused) throw refusedDomain(name);
  }
  const headers = (fields.headers ?? {}) as Record<string, unknown>;
  const odd = Object.entries(headers).find(
    ([name, value]) => !HEADER.test(name) || typeof value !== "string" || /[\r\n]/.test(value),
  );
  if (odd !== undefined) throw invalid(`Invalid \`headers\` field: ${odd[0]} cannot be sent.`);
  const attachments = readAttachments(fields.attachments, isBatch);
  const tags = (fields.tags ?? []) as Mail["tags"];
  if (tags.some(({ name, value }) => !TAG.test(name) || !TAG.test(value))) {
    throw invalid("Tags should only contain ASCII letters, numbers, underscores, or dashes.");
  }
  const domain = domainOf(from);
  // Checked last, because Resend has to look the domain up.
  if (domain !== verifiedDomain) throw notVerified(domain);
  return {
    from,
    to: lists.to,
    cc: lists.cc,
    bcc: lists.bcc,
    replyTo: lists.reply_to,
    subject: fields.subject as string,
    html: (fields.html as string | undefined) ?? null,
    text: (fields.text as string | undefined) ?? null,
    headers: headers as Record<string, string>,
    tags,
    attachments,
  };
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** RFC 2045, section 5.1, without quoted values. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/;
const HEADER = /^[!-9;-~]+$/;

function addressesIn(fields: Fields, name: string): string[] {
  const value = fields[name] ?? [];
  const all = (Array.isArray(value) ? (value as string[]) : [value as string]).map((one) =>
    one.trim(),
  );
  if (!all.every(isAddress)) throw invalid(`Invalid \`${name}\` field. ${FORMAT}`);
  return all;
}

function readAttachments(given: unknown, isBatch: boolean): Attachment[] {
  const all = (given ?? []) as Record<string, string | undefined>[];
  if (isBatch && all.length > 0) throw invalid("Batch emails cannot have attachments.");
  return all.map(({ content, filename, path, content_type, content_id }) => {
    if (content === undefined && path === undefined) throw new MailError("invalid_attachment");
    if (path !== undefined) throw notSimulated("attachments by `path`");
    if (filename === undefined) throw missing("`filename`");
    if (!BASE64.test(content ?? "")) throw invalid("The attachment's `content` must be in base64.");
    if (content_type !== undefined && !MEDIA_TYPE.test(content_type)) {
      throw invalid("The attachment's `content_type` must be a media type.");
    }
    return {
      filename,
      content: content ?? "",
      content_type: content_type ?? null,
      content_id: content_id ?? null,
    };
  });
}

/** Resend's most common error. */
export function notVerified(domain: string): MailError {
  return new MailError(
    "validation_error",
    `The ${domain} domain is not verified. Please, add and verify your domain on https://resend.com/domains`,
    403,
  );
}

function refusedDomain(name: string): MailError {
  return invalid(
    `Invalid \`${name}\` field. Please use our testing email address instead of domains like \`example.com\`.`,
  );
}

/** `to must be …`: Resend quotes the name of the field. */
function wordsFor(fault: string): string {
  const [name = ""] = /^\w+/.exec(fault) ?? [];
  const isKnown = types.SendEmailRequest?.properties?.[name] !== undefined;
  return isKnown ? `Invalid \`${name}\` field: ${fault}.` : `Invalid request: ${fault}.`;
}

function invalid(message: string): MailError {
  return new MailError("validation_error", message);
}

function missing(what: string): MailError {
  return new MailError("missing_required_field", `Missing ${what} field.`);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** All recipients of a mail, without duplicates. */
export function recipientsOf({ to, cc, bcc }: Pick<Mail, "to" | "cc" | "bcc">): string[] {
  const seen = new Map([...to, ...cc, ...bcc].map((one) => [plainAddress(one), one]));
  return [...seen.values()];
}
