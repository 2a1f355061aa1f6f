/** A mail as it would be transmitted: its headers and its parts. */
import type { Mail } from "../store/records.ts";

export type Headers = [name: string, value: string][];

/** The headers that every recipient sees: without blind copies. */
export function headersOf(mail: Mail): Headers {
  const list = (name: string, addresses: string[]): Headers =>
    addresses.length === 0 ? [] : [[name, addresses.join(", ")]];
  return [
    ["From", mail.from],
    ...list("To", mail.to),
    ...list("Cc", mail.cc),
    ...list("Reply-To", mail.replyTo),
    ["Subject", mail.subject],
    ["Date", new Date(mail.createdAt).toUTCString().replace("GMT", "+0000")],
    ["Message-ID", mail.messageId],
    ...Object.entries(mail.headers),
    ["MIME-Version", "1.0"],
  ];
}

export function sourceOf(mail: Mail): string {
  const { html, text, attachments, id } = mail;
  const bodies = [
    ...(text === null ? [] : [part("text/plain; charset=utf-8", text)]),
    ...(html === null ? [] : [part("text/html; charset=utf-8", html)]),
  ];
  const content = bodies.length === 1 ? bodies.join("") : joined("alternative", id, bodies);
  const whole =
    attachments.length === 0
      ? content
      : joined("mixed", id, [content, ...attachments.map((one) => attached(one))]);
  const headers = headersOf(mail).map(([name, value]) => `${name}: ${encoded(value)}`);
  return [...headers, whole].join("\r\n");
}

function part(type: string, body: string): string {
  return `Content-Type: ${type}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${body.replaceAll(/\r?\n/g, "\r\n")}`;
}

function joined(kind: string, id: string, parts: string[]): string {
  const boundary = `${kind}-${id}`;
  const lines = parts.map((one) => `--${boundary}\r\n${one}\r\n`).join("");
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${lines}--${boundary}--`;
}

function attached({ filename, content, content_type, content_id }: Mail["attachments"][number]) {
  const name = filename.replaceAll(/["\r\n]/g, "_");
  const headers = [
    `Content-Type: ${content_type ?? "application/octet-stream"}`,
    `Content-Disposition: ${content_id === null ? "attachment" : "inline"}; filename="${name}"`,
    ...(content_id === null ? [] : [`Content-ID: <${content_id}>`]),
    "Content-Transfer-Encoding: base64",
  ];
  return `${headers.join("\r\n")}\r\n\r\n${content.replaceAll(/(.{76})/g, "$1\r\n")}`;
}

/** Encodes words with non-ASCII characters by RFC 2047. Addresses stay readable. */
function encoded(value: string): string {
  return value.replaceAll(/[^\x20-\x7e]+(?:\s+[^\x20-\x7e]+)*/g, (words) => {
    return `=?utf-8?B?${Buffer.from(words).toString("base64")}?=`;
  });
}
