/** The text of a received mail. Quoted parts of HTML get the mark that mail programs put before quoted lines. */
import { type HtmlListener, walkHtml } from "../../knowledge/reading/htmlEvents";

/** No answer is as long. What follows is not read. */
const MAX_LENGTH = 100_000;

const UNREAD = new Set(["head", "style", "script", "title", "template"]);
const BLOCKS = new Set(
  (
    "address article blockquote br dd div dl dt footer h1 h2 h3 " +
    "h4 h5 h6 header hr li ol p pre section table td tr ul"
  ).split(" "),
);
/** Of Gmail and Yahoo. Others use `blockquote`. */
const QUOTE_CLASS = /(?:^|\s)(?:gmail_quote|yahoo_quoted)(?:\s|$)/;
/** Of Outlook, which does not put the quoted mail into an element of its own. */
const OUTLOOK_START = new Set(["divRplyFwdMsg", "appendonsend"]);
export const ORIGINAL_MESSAGE = "-----Original Message-----";

export function mailText({ text, html }: { text: string | null; html: string | null }): string {
  if (text !== null && text.trim() !== "") return text.slice(0, MAX_LENGTH);
  return html === null ? "" : textOfHtml(html.slice(0, 2 * MAX_LENGTH));
}

function textOfHtml(html: string): string {
  const open: { isUnread: boolean; isQuote: boolean }[] = [];
  const lines: string[] = [];
  let line = "";
  let quotes = 0;

  function endLine() {
    const shown = line.replaceAll(/\s+/g, " ").trim();
    if (shown !== "") lines.push(`${quotes > 0 ? "> " : ""}${shown}`);
    line = "";
  }

  const listener: HtmlListener = {
    onOpen(name, attributes) {
      if (BLOCKS.has(name)) endLine();
      if (OUTLOOK_START.has(attributes.id ?? "")) lines.push(ORIGINAL_MESSAGE);
      const isQuote = name === "blockquote" || QUOTE_CLASS.test(attributes.class ?? "");
      if (isQuote) quotes++;
      open.push({ isUnread: UNREAD.has(name) || open.at(-1)?.isUnread === true, isQuote });
    },
    onText(more) {
      if (open.at(-1)?.isUnread !== true) line += more;
    },
    onClose(name) {
      if (BLOCKS.has(name)) endLine();
      if (open.pop()?.isQuote === true) quotes--;
    },
  };
  walkHtml(html, [listener]);
  endLine();
  return lines.join("\n").slice(0, MAX_LENGTH);
}
