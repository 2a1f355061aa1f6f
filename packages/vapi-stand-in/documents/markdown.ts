/** Markdown without its marks, so that it can be read aloud. Every step takes linear time. */
import { splitLines } from "./lines.ts";

export function* markdownLines(markdown: string): Generator<string> {
  for (const line of splitLines(withoutLinks(markdown))) {
    const start = line.trimStart();
    if (start.startsWith("```") || start.startsWith("~~~") || isTableRule(line)) yield "";
    else {
      const plain = withoutEmphasis(line.replace(BLOCK_MARK, ""));
      yield start.startsWith("|") ? cellsToText(plain) : plain;
    }
  }
}

// Of a heading, a quotation or an item of a list.
const BLOCK_MARK = /^\s{0,3}(?:#{1,6}|>|[-*+])\s+/;

function isTableRule(line: string): boolean {
  return line.includes("|") && line.includes("-") && /^[\s:|-]+$/.test(line);
}

function cellsToText(row: string): string {
  const cells = row.split("|").map((cell) => cell.trim());
  return `${cells.filter((cell) => cell !== "").join(", ")}.`;
}

/** `[text](address)` and `![text](address)` become their text. */
function withoutLinks(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  let open = text.indexOf("[");
  let close = -1;
  let end = -1;
  while (open >= 0) {
    // Brackets are looked for from where the last search ended: never twice over the same text.
    if (close <= open) close = text.indexOf("]", open + 1);
    if (close < 0) break;
    if (text[close + 1] === "(") {
      if (end <= close) end = text.indexOf(")", close + 2);
      if (end < 0) break;
      const isImage = open > copied && text[open - 1] === "!";
      pieces.push(text.slice(copied, isImage ? open - 1 : open), text.slice(open + 1, close));
      copied = end + 1;
      open = text.indexOf("[", copied);
    } else open = text.indexOf("[", open + 1);
  }
  pieces.push(text.slice(copied));
  return pieces.join("");
}

const EMPHASIS = ["**", "__", "*", "`"];

/** What stands between two equal marks, close to both of them, loses these. */
function withoutEmphasis(line: string): string {
  if (!/[*_`]/.test(line)) return line;
  const pieces: string[] = [];
  // The next place of each mark at which it could close; found again only once it was passed.
  const closings = new Map<string, number>();
  let copied = 0;
  let at = 0;
  while (at < line.length) {
    const mark = EMPHASIS.find((one) => line.startsWith(one, at));
    if (mark === undefined) {
      at += 1;
      continue;
    }
    const inner = at + mark.length;
    let closing = closings.get(mark) ?? 0;
    if (closing >= 0 && closing <= inner) closing = nextClosing(line, mark, inner + 1);
    closings.set(mark, closing);
    if (closing < 0 || isSpace(line, inner)) {
      at = inner;
      continue;
    }
    pieces.push(line.slice(copied, at), line.slice(inner, closing));
    at = copied = closing + mark.length;
  }
  pieces.push(line.slice(copied));
  return pieces.join("");
}

function nextClosing(line: string, mark: string, from: number): number {
  let at = line.indexOf(mark, from);
  while (at >= 0 && isSpace(line, at - 1)) at = line.indexOf(mark, at + 1);
  return at;
}

function isSpace(line: string, at: number): boolean {
  return (line[at] ?? " ").trim() === "";
}
