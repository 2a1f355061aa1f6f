/** Hashes of the inline scripts and styles, which a strict content security policy has to list. */
import { createHash } from "node:crypto";

export interface InlineParts {
  scripts: string[];
  styles: string[];
}

export const NO_INLINE_PARTS: InlineParts = { scripts: [], styles: [] };

/** Allows every inline script and style, because we built these pages. */
export function inlineParts(pages: Iterable<string>): InlineParts {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const page of pages) {
    for (const [, kind, text = ""] of page.matchAll(/<(script|style)>(.*?)<\/\1>/gs)) {
      hashes[kind as keyof typeof hashes].add(hashOf(text));
    }
  }
  return { scripts: [...hashes.script].sort(), styles: [...hashes.style].sort() };
}

/** A hash source as in the specification: https://www.w3.org/TR/CSP3/#grammardef-hash-source */
export function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
