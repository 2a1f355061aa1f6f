import { toCsv, type Cell } from "./csv";
import { assistantNameOf, secondsOf, type ShownCall } from "./shown-calls";

type Column = { title: string; cellOf: (call: ShownCall) => Cell };

const COLUMNS: Column[] = [
  { title: "Call ID", cellOf: (call) => call.id },
  { title: "Status", cellOf: (call) => call.status },
  { title: "Assistant", cellOf: assistantNameOf },
  { title: "Test call", cellOf: (call) => call.isTest },
  { title: "Channel", cellOf: (call) => call.channel },
  { title: "Started", cellOf: (call) => call.startedAt },
  { title: "Ended", cellOf: (call) => call.endedAt },
  { title: "Seconds", cellOf: wholeSecondsOf },
  { title: "Cost in dollars", cellOf: (call) => call.cost },
  { title: "Ended reason", cellOf: (call) => call.endedReason },
  { title: "Successful", cellOf: (call) => call.isSuccessful },
  { title: "Exchanges", cellOf: (call) => call.exchangeCount },
  { title: "Summary", cellOf: (call) => call.summary },
];

export function callsCsv(calls: ShownCall[]): string {
  return toCsv([
    COLUMNS.map(({ title }) => title),
    ...calls.map((call) => COLUMNS.map(({ cellOf }) => cellOf(call))),
  ]);
}

function wholeSecondsOf(call: ShownCall): number | null {
  const seconds = secondsOf(call);
  return seconds === null ? null : Math.round(seconds);
}
