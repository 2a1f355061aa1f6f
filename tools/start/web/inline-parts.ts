/** A strict policy names what stands in the pages themselves, each script and each style, by its hash. */
import { createHash } from "node:crypto";

export interface InlineParts {
  scripts: string[];
  styles: string[];
}

export const NONE_INLINE: InlineParts = { scripts: [], styles: [] };

/** Of pages that we built: whatever stands in them is meant to. */
export function inlineParts(pages: Iterable<string>): InlineParts {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const page of pages) {
    for (const [, kind, text = ""] of page.matchAll(/<(script|style)>(.*?)<\/\1>/gs)) {
      hashes[kind as keyof typeof hashes].add(hashOf(text));
    }
  }
  return { scripts: [...hashes.script].sort(), styles: [...hashes.style].sort() };
}

/** As in the specification of the policy: https://www.w3.org/TR/CSP3/#grammardef-hash-source */
export function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
