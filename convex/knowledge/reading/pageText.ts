import { byteLength, cutToBytes } from "../../lib/bytes";
import type { TextBlock } from "./textBlocks";

export interface PageText {
  text: string;
  /** The text of header, footer and sidebars, which a site repeats on its pages. */
  repeatedText: string;
}

const MAX_TEXT_BYTES = 30_000;
const MAX_REPEATED_BYTES = 3000;
const LINKS_OF_A_MENU = 3;
const MAX_MENU_ENTRY_LENGTH = 40;
/** Shorter lines, such as "closed", may stand on a page twice with a meaning each time. */
const MIN_DUPLICATE_LENGTH = 20;

/** Lines of plain text, with headings and lists as in Markdown, and tables as rows: `Rye bread | 4,20 €`. */
export function pageText(blocks: readonly TextBlock[]): PageText {
  // The header with the page's title is part of the page.
  const hasHeaderTitle = blocks.some(({ part, prefix }) => part === "header" && prefix === "# ");
  const isRepeated = ({ part }: TextBlock) =>
    part === "repeated" || (part === "header" && !hasHeaderTitle);
  const kept = withoutDuplicates(withoutMenus(blocks));
  return {
    text: join(
      kept.filter((block) => !isRepeated(block)),
      MAX_TEXT_BYTES,
    ),
    repeatedText: join(kept.filter(isRepeated), MAX_REPEATED_BYTES),
  };
}

/** Takes out three or more links in a row that are nothing but links, and single links within the page. */
function withoutMenus(blocks: readonly TextBlock[]): TextBlock[] {
  const kept: TextBlock[] = [];
  let run: TextBlock[] = [];
  const endRun = () => {
    const links = run.reduce((sum, block) => sum + block.links, 0);
    if (links < LINKS_OF_A_MENU) kept.push(...run.filter((block) => !block.isJump));
    run = [];
  };
  for (const block of blocks) {
    if (isMenuEntry(block)) {
      run.push(block);
      continue;
    }
    endRun();
    kept.push(block);
  }
  endRun();
  return kept;
}

/** Entries with numbers are kept: a link such as "Rye bread 4,20 €" is what visitors look for. */
function isMenuEntry({ text, links, linkedLength, isHeading }: TextBlock): boolean {
  if (links === 0 || isHeading || /\d/.test(text)) return false;
  return linkedLength >= text.length * 0.7 && text.length <= links * MAX_MENU_ENTRY_LENGTH;
}

/** Builders write the same text for phones and for large screens. */
function withoutDuplicates(blocks: readonly TextBlock[]): TextBlock[] {
  const seen = new Set<string>();
  return blocks.filter(({ text }) => {
    if (text.length < MIN_DUPLICATE_LENGTH) return true;
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew;
  });
}

function join(blocks: readonly TextBlock[], maxBytes: number): string {
  let text = "";
  let bytes = 0;
  for (const { prefix, text: line, isHeading } of blocks) {
    const before = text === "" ? "" : isHeading ? "\n\n" : "\n";
    const next = `${before}${prefix}${line}`;
    bytes += byteLength(next);
    if (bytes > maxBytes) return text === "" ? cutToBytes(next, maxBytes) : text;
    text += next;
  }
  return text;
}
