/** One line for each record: `Day: Monday, Opens: 9.` */
export function* csvLines(csv: string): Generator<string> {
  let header: string[] | null = null;
  let hasRecords = false;
  for (const record of recordsOf(csv)) {
    if (record.every((value) => value.trim() === "")) continue;
    if (header === null) {
      header = record.map((name) => name.trim());
      continue;
    }
    hasRecords = true;
    yield sentenceOf(record, header);
  }
  if (!hasRecords && header !== null) yield header.join(", ");
}

function sentenceOf(record: string[], header: string[]): string {
  const cells = record
    .map((value, column) => ({ name: header[column] ?? "", value: value.trim() }))
    .filter(({ value }) => value !== "")
    .map(({ name, value }) => (name === "" ? value : `${name}: ${value}`));
  return `${cells.join(", ")}.`;
}

/** RFC 4180, with whichever of the usual separators the first line uses most. */
function* recordsOf(csv: string): Generator<string[]> {
  const [first = ""] = csv.split("\n", 1);
  const separator = [",", ";", "\t"].reduce((best, candidate) =>
    first.split(candidate).length > first.split(best).length ? candidate : best,
  );
  let record: string[] = [];
  let at = 0;
  for (;;) {
    const cell = csv[at] === '"' ? quotedCell(csv, at) : null;
    const end = endOfCell(csv, separator, cell?.end ?? at);
    // What stands behind a closing quote belongs to the cell, as spreadsheets have it.
    record.push(cell === null ? csv.slice(at, end) : cell.value + csv.slice(cell.end, end));
    if (csv[end] === separator) {
      at = end + 1;
      continue;
    }
    yield record;
    if (end >= csv.length) return;
    record = [];
    at = end + 1;
  }
}

/** Null when its quotation never ends: then the mark is part of the text. */
function quotedCell(csv: string, start: number): { value: string; end: number } | null {
  let at = start + 1;
  for (;;) {
    const quote = csv.indexOf('"', at);
    if (quote < 0) return null;
    if (csv[quote + 1] !== '"') {
      return { value: csv.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    }
    at = quote + 2;
  }
}

function endOfCell(csv: string, separator: string, from: number): number {
  let at = from;
  while (at < csv.length && csv[at] !== separator && csv[at] !== "\n") at += 1;
  return at;
}
