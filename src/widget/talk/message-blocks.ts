/**
 * Divides a message into paragraphs, lists and links. Nothing else in it has a meaning, so that neither a visitor nor an
 * assistant can write anything on the page but text.
 */
export type Block =
  | { kind: "paragraph"; pieces: Piece[] }
  /** Numbered if it has a start. */
  | { kind: "list"; start: number | null; items: Piece[][] };

/** `address` is null for text that is not a link. */
export interface Piece {
  text: string;
  address: string | null;
}

const BULLET = /^\s{0,3}[-*•]\s+(?=\S)/;
const NUMBER = /^\s{0,3}(\d{1,4})[.)]\s+(?=\S)/;
/** Without spaces, quotes, brackets that a sentence may put around an address, and characters that change its direction. */
const ADDRESS = /(?:https?:\/\/|mailto:|tel:)[^\s<>"'`\u200B-\u200F\u202A-\u202E\u2060-\u206F]+/giu;
const SCHEMES = ["http:", "https:", "mailto:", "tel:"];

export function blocksOf(message: string): Block[] {
  const parts: Part[] = [];
  let isNew = true;
  for (const line of message.split(/\r\n|\r|\n/)) {
    const last = parts.at(-1);
    const [mark, number] = NUMBER.exec(line) ?? BULLET.exec(line) ?? [];
    if (line.trim() === "") {
      isNew = true;
      continue;
    }
    if (mark === undefined) {
      if (!isNew && last?.kind === "paragraph") last.lines.push(line);
      else parts.push({ kind: "paragraph", lines: [line] });
    } else {
      const item = line.slice(mark.length);
      const start = number === undefined ? null : Number(number);
      // Assistants often leave empty lines between the items.
      const isSame = last?.kind === "list" && (last.start === null) === (start === null);
      if (isSame) last.lines.push(item);
      else parts.push({ kind: "list", start, lines: [item] });
    }
    isNew = false;
  }
  return parts.map((part) =>
    part.kind === "list"
      ? { kind: "list", start: part.start, items: part.lines.map(piecesOf) }
      : { kind: "paragraph", pieces: piecesOf(part.lines.join("\n")) },
  );
}

type Part =
  { kind: "paragraph"; lines: string[] } | { kind: "list"; start: number | null; lines: string[] };

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of line.matchAll(ADDRESS)) {
    const text = withoutPunctuation(found);
    const address = linkTo(text);
    if (address === null) continue;
    if (index > end) pieces.push({ text: line.slice(end, index), address: null });
    pieces.push({ text, address });
    end = index + text.length;
  }
  if (end < line.length) pieces.push({ text: line.slice(end), address: null });
  return pieces;
}

/** The end of a sentence does not belong to the address, nor does a bracket that was opened before it. */
function withoutPunctuation(found: string): string {
  let text = found;
  for (;;) {
    const shorter = text.replace(/[.,;:!?*_…]+$/u, "").replace(/[)\]]+$/u, (brackets) => {
      const isOpened = /[([]/.test(text);
      return isOpened ? brackets : "";
    });
    if (shorter === text) return text;
    text = shorter;
  }
}

function linkTo(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, href, username, password, pathname } = new URL(text);
  // A name before the host makes an address look like that of another website.
  if (!SCHEMES.includes(protocol) || username !== "" || password !== "") return null;
  return pathname === "" ? null : href;
}
