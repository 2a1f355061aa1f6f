/** What most mails are opened for: links to follow and codes to type. */

export interface CodesAndLinks {
  links: { url: string; text: string }[];
  codes: string[];
}

const ANCHOR = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([\s\S]*?)<\/a\s*>/gi;
const BARE_URL = /\bhttps?:\/\/[^\s<>"')\]]+/g;
/** Digits, or letters and digits, optionally in groups: `482913`, `K7QX-29MD`. */
const CODE =
  /(?<![\w/=?&.:@#-])(?=[A-Z\d-]*\d)[A-Z\d]{3,12}(?:-[A-Z\d]{3,8}){0,3}(?![\w/=?&@-]|[.:]\d)/g;
const MIN_CODE_LENGTH = 6;
const MAX_CODE_LENGTH = 24;

export function codesAndLinks({
  html,
  text,
}: {
  html: string | null;
  text: string | null;
}): CodesAndLinks {
  const links = new Map<string, string>();
  for (const [, double, single, inner] of (html ?? "").matchAll(ANCHOR)) {
    const url = decodeEntities(double ?? single ?? "").trim();
    if (/^https?:/i.test(url) && !links.has(url)) links.set(url, plainText(inner ?? ""));
  }
  const readable = text ?? plainText(html ?? "");
  for (const [match] of readable.matchAll(BARE_URL)) {
    const url = match.replace(/[.,;:!?]+$/, "");
    if (!links.has(url)) links.set(url, "");
  }
  const codes = [...readable.replaceAll(BARE_URL, " ").matchAll(CODE)]
    .map(([code]) => code)
    .filter((code) => code.length >= MIN_CODE_LENGTH && code.length <= MAX_CODE_LENGTH);
  return {
    links: [...links].map(([url, label]) => ({ url, text: label })),
    codes: [...new Set(codes)],
  };
}

/** The readable text of HTML. */
function plainText(html: string): string {
  const visible = html
    .replaceAll(/<(head|style|script|title)\b[\s\S]*?<\/\1\s*>/gi, " ")
    .replaceAll(/<!--[\s\S]*?-->/g, " ")
    .replaceAll(/<(br|\/p|\/div|\/tr|\/h\d|\/li|\/td)\b[^>]*>/gi, "\n")
    .replaceAll(/<[^>]*>/g, "");
  return decodeEntities(visible)
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/\s*\n\s*/g, "\n")
    .trim();
}

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (typeof name === "string") return ENTITIES[name] ?? whole;
    const point = typeof decimal === "string" ? Number(decimal) : parseInt(String(hex), 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
