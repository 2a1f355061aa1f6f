/** A mail's HTML for its frame, and its attachments. */
import type { Mail } from "../store/records.ts";

/** No script, no form, and nothing from other machines. Pictures may come from the product. */
const MAIL_POLICY = [
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:",
  "img-src data: http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'",
  "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** Links open in a new tab. `cid:` pictures come from the mail's attachments. */
export function framedHtml({ id, html, attachments }: Mail): Response {
  const text = (html ?? "").replaceAll(/\bcid:([^"'\s)>]+)/g, (whole, name: string) => {
    const index = attachments.findIndex(({ content_id }) => content_id === name);
    return index === -1 ? whole : `/outbox/mails/${id}/files/${index}`;
  });
  const start = [...text.matchAll(/<head\b[^>]*>|<html\b[^>]*>|<!doctype\b[^>]*>/gi)].at(-1);
  const at = start === undefined ? 0 : start.index + start[0].length;
  const body = `${text.slice(0, at)}<base target="_blank">${text.slice(at)}`;
  return new Response(body, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": MAIL_POLICY,
      "Referrer-Policy": "no-referrer",
    },
  });
}

/** Null if the mail has fewer attachments. */
export function attachedFile({ attachments }: Mail, index: number): Response | null {
  const file = attachments[index];
  if (file === undefined) return null;
  const type = file.content_type ?? "";
  const isPicture = /^image\/(png|jpeg|gif|webp)$/.test(type);
  const disposition = isPicture ? "inline" : "attachment";
  return new Response(Buffer.from(file.content, "base64"), {
    headers: {
      "Content-Type": isPicture ? type : "application/octet-stream",
      "Content-Disposition": `${disposition}; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
