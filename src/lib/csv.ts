export type Cell = string | number | boolean | null;

/** Spreadsheets take a file for UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = "\uFEFF";

export function toCsv(rows: Cell[][]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

function quoted(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  const text = harmless(cell ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A visitor's words are in it, and spreadsheets would carry out what begins like this. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
