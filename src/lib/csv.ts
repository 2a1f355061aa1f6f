export type Cell = string | number | boolean | null;

/** Spreadsheets read a file as UTF-8 only if it begins with this mark. */
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
 * A formula sign where a spreadsheet may begin a cell: at the start of the text or after a separator. In much of Europe
 * the separator is a semicolon, and then our quotes do not protect the rest of the cell. The last four signs are
 * full-width forms, which spreadsheets also read as formulas.
 */
const FORMULA = /(^|[;|\t\r\n]["\s]*)([=+\-@＝＋－＠])/g;
/** Spreadsheets drop these characters at the start of a cell, and then read the rest as the cell. */
const LEADING_SPACE = /^(?=[\t\r\n])/;

/** The file contains visitors' words, which could be a formula. An apostrophe makes a spreadsheet read it as text. */
function withoutFormulas(text: string): string {
  return text.replaceAll(FORMULA, "$1'$2").replace(LEADING_SPACE, "'");
}
