/**
 * The layout of every mail: one column, no images, nothing to fetch. Mail programs support little CSS and some drop the
 * head, so elements have inline styles. Only the styles for dark mode are in the head.
 */
import { escapeHtml } from "../../lib/escapeHtml";
import { PRODUCT_NAME } from "../../shared/productName";

export type Part =
  | { kind: "text"; text: string }
  | { kind: "link"; label: string; address: string; orOpen?: string }
  | { kind: "code"; code: string };

export interface Letter {
  subject: string;
  /** Mail programs show this after the subject in their lists. */
  preview: string;
  parts: Part[];
  /** Why somebody gets this, and what to do if they did not ask for it. */
  reason: string;
  /** The link that turns mail of this kind off. Missing if it cannot be turned off. */
  unsubscribe?: { label: string; address: string };
  /** Missing for English. */
  language?: string;
}

export interface Written {
  subject: string;
  html: string;
  text: string;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = "#171b26";
const MUTED = "#5a6172";
const ACCENT = "#2563eb";

const DARK = `@media (prefers-color-scheme:dark){
body,.page{background:#0f1219!important}
.card{background:#171b26!important;border-color:#2a3040!important}
.ink{color:#eef0f5!important}
.muted{color:#a3aabb!important}
.code{background:#0f1219!important;color:#eef0f5!important;border-color:#2a3040!important}
.plain{color:#8ab4ff!important}
}`;

export function renderMail(letter: Letter): Written {
  const { subject, preview, parts, reason, unsubscribe, language = "en" } = letter;
  const body = parts.map(partInHtml).join("\n");
  const html = `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
${DARK}
</style>
</head>
<body style="margin:0;padding:0;background:#f4f5f8">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f8">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px">
<tr><td class="ink" style="${FONT};font-size:16px;font-weight:600;color:${INK};padding:0 0 16px">${PRODUCT_NAME}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #dfe2ea;border-radius:12px;padding:24px">
<h1 class="ink" style="${FONT};font-size:20px;line-height:28px;font-weight:600;color:${INK};margin:0 0 16px">${escapeHtml(subject)}</h1>
${body}
</td></tr>
<tr><td class="muted" style="${FONT};font-size:13px;line-height:20px;color:${MUTED};padding:16px 0 0">${escapeHtml(reason)}${unsubscribe === undefined ? "" : unsubscribeInHtml(unsubscribe)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  const footer = unsubscribe === undefined ? [] : [`${unsubscribe.label}:\n${unsubscribe.address}`];
  const text = [subject, ...parts.map(partInText), "--", reason, ...footer].join("\n\n");
  return { subject, html, text: `${text}\n` };
}

function unsubscribeInHtml({ label, address }: NonNullable<Letter["unsubscribe"]>): string {
  return ` <a class="plain" href="${escapeHtml(address)}" style="color:${ACCENT}">${escapeHtml(label)}</a>`;
}

function partInHtml(part: Part): string {
  switch (part.kind) {
    case "text":
      return `<p class="ink" style="${FONT};font-size:16px;line-height:24px;color:${INK};margin:0 0 16px">${escapeHtml(part.text)}</p>`;
    case "link": {
      const address = escapeHtml(part.address);
      // The address itself too, because some mail programs do not make the button a link.
      return `<p style="margin:24px 0"><a href="${address}" style="${FONT};display:inline-block;background:${ACCENT};color:#ffffff;font-size:16px;line-height:24px;font-weight:500;text-decoration:none;border-radius:8px;padding:10px 20px">${escapeHtml(part.label)}</a></p>
<p class="muted" style="${FONT};font-size:13px;line-height:20px;color:${MUTED};margin:0 0 16px;word-break:break-all">${escapeHtml(part.orOpen ?? "Or open this address:")} <a class="plain" href="${address}" style="color:${ACCENT}">${address}</a></p>`;
    }
    case "code":
      return `<p class="code" style="font-family:ui-monospace,Menlo,Consolas,monospace;font-size:24px;line-height:32px;letter-spacing:2px;font-weight:600;text-align:center;color:${INK};background:#f4f5f8;border:1px solid #dfe2ea;border-radius:8px;padding:12px;margin:0 0 16px">${escapeHtml(part.code)}</p>`;
  }
}

function partInText(part: Part): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "link":
      return `${part.label}:\n${part.address}`;
    case "code":
      return `    ${part.code}`;
  }
}
