/** What people look for in a mail: links to follow and codes to type. */

export interface Finds {
  links: { url: string; text: string }[];
  codes: string[];
}

const ANCHOR = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([\s\S]*?)<\/a\s*>/gi;
const BARE = /\bhttps?:\/\/[^\s<>"')\]]+/g;
/** Digits alone, or letters and digits, perhaps in groups: `482913`, `K7QX-29MD`. */
const CODE =
  /(?<![\w/=?&.:@#-])(?=[A-Z\d-]*\d)[A-Z\d]{3,12}(?:-[A-Z\d]{3,8}){0,3}(?![\w/=?&@-]|[.:]\d)/g;
const SHORTEST_CODE = 6;
const LONGEST_CODE = 24;

export function findsIn({ html, text }: { html: string | null; text: string | null }): Finds {
  const links = new Map<string, string>();
  for (const [, double, single, inner] of (html ?? "").matchAll(ANCHOR)) {
    const url = decoded(double ?? single ?? "").trim();
    if (/^https?:/i.test(url) && !links.has(url)) links.set(url, plainText(inner ?? ""));
  }
  const words = text ?? plainText(html ?? "");
  for (const [match] of words.matchAll(BARE)) {
    const url = match.replace(/[.,;:!?]+$/, "");
    if (!links.has(url)) links.set(url, "");
  }
  const codes = [...words.replaceAll(BARE, " ").matchAll(CODE)]
    .map(([code]) => code)
    .filter((code) => code.length >= SHORTEST_CODE && code.length <= LONGEST_CODE);
  return {
    links: [...links].map(([url, label]) => ({ url, text: label })),
    codes: [...new Set(codes)],
  };
}

/** What is to be read of a piece of HTML. */
function plainText(html: string): string {
  const visible = html
    .replaceAll(/<(head|style|script|title)\b[\s\S]*?<\/\1\s*>/gi, " ")
    .replaceAll(/<!--[\s\S]*?-->/g, " ")
    .replaceAll(/<(br|\/p|\/div|\/tr|\/h\d|\/li|\/td)\b[^>]*>/gi, "\n")
    .replaceAll(/<[^>]*>/g, "");
  return decoded(visible)
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

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (typeof name === "string") return ENTITIES[name] ?? whole;
    const point = typeof decimal === "string" ? Number(decimal) : parseInt(String(hex), 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
