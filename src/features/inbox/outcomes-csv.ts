import { toCsv, type Cell } from "../../lib/csv";
import type { ShownOutcome } from "./shown-outcome";
import { COLUMNS, ENTRY, STATUSES } from "./texts";

/** One row for each entry, with a column for each label that any of them has. */
export function outcomesCsv(outcomes: ShownOutcome[]): string {
  const labels = new Map(
    outcomes.flatMap(({ found }) => found.map(({ key, label }) => [key, label] as const)),
  );
  const keys = [...labels.keys()];
  const rows = outcomes.map((outcome): Cell[] => {
    const values = new Map(outcome.found.map(({ key, value }) => [key, value]));
    return [
      outcome.callId,
      new Date(outcome.atMs).toISOString(),
      outcome.assistant?.name ?? null,
      outcome.channel,
      outcome.leftBecause === null ? null : ENTRY.leftBecause[outcome.leftBecause],
      STATUSES[outcome.status],
      outcome.note,
      ...keys.map((key) => values.get(key) ?? null),
      outcome.unanswered.join("\n"),
      outcome.mood,
      outcome.language,
    ];
  });
  const titles = [...COLUMNS.first, ...labels.values(), ...COLUMNS.last];
  return toCsv([titles, ...rows]);
}
