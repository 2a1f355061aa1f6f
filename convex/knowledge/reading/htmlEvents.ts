import { Parser } from "htmlparser2";

export type Attributes = Record<string, string>;

/** Learns of a document's elements and texts in order. Every opened element is closed, void ones too. */
export interface HtmlListener {
  onOpen?: (name: string, attributes: Attributes) => void;
  onText?: (text: string) => void;
  onClose?: (name: string) => void;
}

export interface WalkOptions {
  isXml?: boolean;
  maxElements?: number;
}

/** Real pages have fewer than 60 levels. The parser's own stack takes time in proportion to its depth. */
const MAX_DEPTH = 500;
const MAX_ELEMENTS = 100_000;
const CHUNK_LENGTH = 8192;

/**
 * Passes through a document once, without building a tree: a function has 64 MiB of memory, and a page of 1 MB takes
 * four times as much as a tree (decision 43). Nothing is executed or fetched, and no entities are defined. What follows
 * after too many elements, or below too many levels, is not read.
 */
export function walkHtml(
  html: string,
  listeners: readonly HtmlListener[],
  { isXml = false, maxElements = MAX_ELEMENTS }: WalkOptions = {},
): void {
  let depth = 0;
  let elements = 0;
  const isFull = () => depth > MAX_DEPTH || elements > maxElements;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (isFull()) return;
        depth++;
        elements++;
        if (isFull()) return;
        for (const listener of listeners) listener.onOpen?.(name, attributes);
      },
      ontext(text) {
        if (isFull()) return;
        for (const listener of listeners) listener.onText?.(text);
      },
      onclosetag(name) {
        if (isFull()) return;
        depth--;
        for (const listener of listeners) listener.onClose?.(name);
      },
    },
    { xmlMode: isXml, decodeEntities: true },
  );
  // In parts, because the parser cannot be stopped within one.
  for (let at = 0; at < html.length && !isFull(); at += CHUNK_LENGTH) {
    parser.write(html.slice(at, at + CHUNK_LENGTH));
  }
  parser.end();
}
