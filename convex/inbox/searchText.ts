import type { Found } from "./table";

export function searchTextOf({
  found,
  unanswered,
  note,
}: {
  found: Found[];
  unanswered: string[];
  note: string;
}): string {
  const values = found.flatMap(({ value }) => (value === null ? [] : [String(value)]));
  return [...values, ...unanswered, note].join("\n");
}
