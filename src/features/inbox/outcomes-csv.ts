import { toCsv, type Cell } from "../../lib/csv";
import { STATUS_NAMES, type ShownOutcome } from "./outcome-words";

/** A column for each thing that was asked for in any of them. */
export function outcomesCsv(outcomes: ShownOutcome[]): string {
  const labels = new Map(
    outcomes.flatMap(({ found }) => found.map(({ key, label }) => [key, label] as const)),
  );
  const keys = [...labels.keys()];
  const title = ["Call ID", "Time", "Assistant", "Status", "Note"];
  const rows = outcomes.map((outcome): Cell[] => {
    const values = new Map(outcome.found.map(({ key, value }) => [key, value]));
    return [
      outcome.callId,
      new Date(outcome.atMs).toISOString(),
      outcome.assistant?.name ?? null,
      STATUS_NAMES[outcome.status],
      outcome.note,
      ...keys.map((key) => values.get(key) ?? null),
      outcome.unanswered.join("\n"),
      outcome.mood,
      outcome.language,
    ];
  });
  const titles = [...title, ...labels.values(), "Without an answer", "Mood", "Language"];
  return toCsv([titles, ...rows]);
}
