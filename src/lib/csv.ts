export type Cell = string | number | boolean | null;

/** Spreadsheets take a file for UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = "\uFEFF";

export function toCsv(rows: Cell[][]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(textOf).join(",")}\r\n`).join("");
}

function textOf(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return `"${withoutFormulas(cell).replaceAll('"', '""')}"`;
}

/**
 * Where a spreadsheet may begin a cell: at the start of the text, and after each sign that separates cells somewhere.
 * Much of Europe cuts at a semicolon, where our quotes do not protect what stands within a cell. The last four signs
 * are the full-width forms, which spreadsheets read as formulas too.
 */
const FORMULA = /(^|[;|\t\r\n]["\s]*)([=+\-@＝＋－＠])/g;
/** At the start these are dropped by spreadsheets, so that what follows would begin the cell. */
const LEADING_SPACE = /^(?=[\t\r\n])/;

/** Visitors' words are in the file, and a spreadsheet would carry out a formula. The apostrophe makes it text. */
function withoutFormulas(text: string): string {
  return text.replaceAll(FORMULA, "$1'$2").replace(LEADING_SPACE, "'");
}
