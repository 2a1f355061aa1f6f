import { assistantNameOf, secondsOf, type ShownCall } from "./shown-calls";

type Column = { title: string; cellOf: (call: ShownCall) => string | number | null };

const COLUMNS: Column[] = [
  { title: "Call ID", cellOf: (call) => call.id },
  { title: "Status", cellOf: (call) => call.status },
  { title: "Assistant", cellOf: assistantNameOf },
  { title: "Test call", cellOf: (call) => (call.isTest ? "yes" : "no") },
  { title: "Started", cellOf: (call) => call.startedAt },
  { title: "Ended", cellOf: (call) => call.endedAt },
  { title: "Seconds", cellOf: wholeSecondsOf },
  { title: "Cost in dollars", cellOf: (call) => call.cost },
  { title: "Ended reason", cellOf: (call) => call.endedReason },
  { title: "Successful", cellOf: (call) => (call.isSuccessful ? "yes" : "no") },
  { title: "Exchanges", cellOf: (call) => call.exchangeCount },
  { title: "Summary", cellOf: (call) => call.summary },
];

/** Spreadsheets take a file for UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = "\uFEFF";

export function callsCsv(calls: ShownCall[]): string {
  const rows = [
    COLUMNS.map(({ title }) => title),
    ...calls.map((call) => COLUMNS.map(({ cellOf }) => cellOf(call))),
  ];
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

function quoted(cell: string | number | null): string {
  if (typeof cell === "number") return String(cell);
  const text = harmless(cell ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A visitor's words are in the summary, and spreadsheets would carry out what begins like this. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function wholeSecondsOf(call: ShownCall): number | null {
  const seconds = secondsOf(call);
  return seconds === null ? null : Math.round(seconds);
}
