import type { Attributes, HtmlListener } from "./htmlEvents";
import { isRepeated, isUnread } from "./unreadParts";

/** A line of a page's text, such as a heading, a paragraph, an item of a list or a row of a table. */
export interface TextBlock {
  /** `# `, `- ` or nothing. */
  prefix: string;
  text: string;
  part: "main" | "header" | "repeated";
  isHeading: boolean;
  links: number;
  /** How much of the text is in links. */
  linkedLength: number;
  /** The whole line is a link within the page, such as "Skip to content". */
  isJump: boolean;
  isRow: boolean;
}

const INLINE = new Set([
  ...["a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em"],
  ...["font", "i", "img", "input", "ins", "kbd", "mark", "meta", "link", "picture", "q", "s"],
  ...["samp", "small", "source", "span", "strike", "strong", "sub", "sup", "time", "tt", "u"],
  ...["var", "wbr", "button", "amp-img", "td", "th"],
]);
const HEADING = /^h[1-6]$/;
/** More than the text that is kept, because menus and repetitions are taken out later. */
const MAX_COLLECTED = 200_000;
/** What a line counts besides its text, so that a page of single letters has no more than 5,000 lines. */
const COST_OF_LINE = 40;
/** A row of a table with data; longer ones lay out a page. */
const MAX_ROW_LENGTH = 300;
const MAX_LINES_IN_CELL = 4;

interface Element {
  name: string;
  isUnread: boolean;
  part: TextBlock["part"];
  /** The number of blocks before this element. */
  firstBlock: number;
}

/** Collects the lines of a page while it is walked through. `finish` ends the last line. */
export function collectBlocks(): HtmlListener & { finish: () => TextBlock[] } {
  const blocks: TextBlock[] = [];
  const open: Element[] = [];
  /** Of each open row, where its cells begin. */
  const rows: number[][] = [];
  let text = "";
  let collected = 0;
  let linkedLength = 0;
  let links = 0;
  let linkDepth = 0;
  let isJumpLink = false;
  let isJump = false;
  let headingLevel = 0;
  let isItem = false;
  /** Builders put nothing between a name and its price. Styles keep them apart on the screen. */
  let closedPart = "";

  const current = () => open.at(-1);

  const isInside = (name: string) => open.some((one) => one.name === name);

  /** Buttons and labels belong to forms, but a question that opens its answer is often one too. */
  function isControl(name: string): boolean {
    if (name === "label") return isInside("form");
    return name === "button" && headingLevel === 0 && !isInside("summary");
  }

  function flush() {
    const line = plainLine(text);
    if (line !== "") {
      const isHeading = headingLevel > 0;
      const prefix = isHeading ? `${"#".repeat(headingLevel)} ` : isItem ? "- " : "";
      const part = current()?.part ?? "main";
      const isWhollyJump = isJump && linkedLength >= line.length;
      blocks.push({
        ...{ prefix, text: line, part, isHeading, links, linkedLength },
        ...{ isJump: isWhollyJump, isRow: false },
      });
      isItem = false;
      collected += COST_OF_LINE;
    }
    text = "";
    linkedLength = 0;
    links = 0;
    isJump = false;
  }

  function onOpen(name: string, attributes: Attributes) {
    const outer = current();
    const isSkipped = outer?.isUnread === true || isUnread(name, attributes) || isControl(name);
    if (!INLINE.has(name)) flush();
    if (closedPart === name && !isSkipped) text += " ";
    closedPart = "";
    open.push({
      ...{ name, isUnread: isSkipped, firstBlock: blocks.length },
      part: partOf(name, attributes, open),
    });
    if (isSkipped) return;

    if (HEADING.test(name)) headingLevel = Number(name.slice(1));
    if (name === "li") isItem = true;
    if (name === "a" && attributes.href !== undefined) {
      linkDepth++;
      links++;
      isJumpLink = attributes.href.startsWith("#");
    }
    if (name === "tr") rows.push([]);
    if (name === "td" || name === "th") {
      flush();
      rows.at(-1)?.push(blocks.length);
    }
  }

  function onClose(name: string) {
    const closed = current();
    if (closed === undefined) return;
    if (!INLINE.has(name) || name === "td" || name === "th") flush();
    open.pop();
    closedPart = name === "span" || name === "a" ? name : "";
    if (closed.isUnread) return;

    if (HEADING.test(name)) headingLevel = 0;
    if (name === "li") isItem = false;
    if (name === "a" && linkDepth > 0) linkDepth--;
    if (name === "tr") joinRow(blocks, rows.pop() ?? [], closed.firstBlock);
    if (name === "dd") joinDefinition(blocks, closed.firstBlock);
  }

  function onText(more: string) {
    if (current()?.isUnread === true || collected > MAX_COLLECTED) return;
    closedPart = "";
    text += more;
    collected += more.length;
    if (linkDepth > 0) {
      linkedLength += plainLine(more).length;
      isJump ||= isJumpLink;
    }
  }

  return {
    ...{ onOpen, onClose, onText },
    finish() {
      flush();
      return blocks;
    },
  };
}

function partOf(name: string, attributes: Attributes, open: readonly Element[]): TextBlock["part"] {
  const outer = open.at(-1)?.part ?? "main";
  if (outer === "repeated") return outer;
  const isInContent = open.some((one) => one.name === "main" || one.name === "article");
  if (isInContent) return "main";
  if (isRepeated(name, attributes)) return "repeated";
  return name === "header" || attributes.role === "banner" ? "header" : outer;
}

/** Makes one line of the cells of a row, unless the table lays out the page. */
function joinRow(blocks: TextBlock[], cellStarts: readonly number[], firstBlock: number): void {
  const inRow = blocks.slice(firstBlock);
  const length = inRow.reduce((sum, block) => sum + block.text.length, 0);
  const isLayout = inRow.some((block) => block.isRow || block.isHeading || block.prefix !== "");
  if (inRow.length < 2 || cellStarts.length < 2 || length > MAX_ROW_LENGTH || isLayout) return;
  const cells = cellStarts.map((start, index) => blocks.slice(start, cellStarts[index + 1]));
  if (cells.some((cell) => cell.length > MAX_LINES_IN_CELL)) return;
  const texts = cells.map((cell) => cell.map((block) => block.text).join(", "));
  replaceFrom(blocks, firstBlock, texts.filter((text) => text !== "").join(" | "), true);
}

/** `Espresso: 2,20 €` of a term and its only line. */
function joinDefinition(blocks: TextBlock[], firstBlock: number): void {
  const [term, definition] = blocks.slice(-2);
  const isOne = blocks.length === firstBlock + 1;
  if (!isOne || term === undefined || definition === undefined || term.isHeading) return;
  if (term.text.length + definition.text.length > MAX_ROW_LENGTH || term.isRow) return;
  replaceFrom(blocks, firstBlock - 1, `${term.text.replace(/:$/, "")}: ${definition.text}`, true);
}

function replaceFrom(blocks: TextBlock[], at: number, text: string, isRow: boolean): void {
  const [first, ...others] = blocks.splice(at);
  if (first === undefined) return;
  const sum = (of: "links" | "linkedLength") =>
    others.reduce((total, block) => total + block[of], first[of]);
  blocks.push({ ...first, text, isRow, links: sum("links"), linkedLength: sum("linkedLength") });
}

/** Without line breaks, repeated spaces, and characters that nobody sees. */
export function plainLine(text: string): string {
  return text
    .replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]|[^\P{Cc}\s]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}
