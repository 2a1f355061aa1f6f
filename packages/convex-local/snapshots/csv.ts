/** CSV with a header, as crates/application/src/snapshot_import/parse.rs reads it. */
import type { JSONValue } from "convex/values";
import type { JsonObject } from "../values/json.ts";
import { ImportError } from "./import-error.ts";
import { reasonOf } from "../values/reason.ts";

export async function* csvRows(source: AsyncIterable<Buffer>): AsyncGenerator<JsonObject> {
  let header: string[] | null = null;
  for await (const { cells, line } of recordsOf(source)) {
    if (header === null) {
      header = cells.map((cell) => cell.replace(/^ +| +$/g, ""));
      header.forEach(checkFieldName);
      continue;
    }
    if (cells.length !== header.length) {
      throw new ImportError(
        "CsvRowMissingFields",
        `CSV row ${line} doesn't have all of the fields in the header`,
      );
    }
    yield Object.fromEntries(header.map((field, i) => [field, cellValue(cells[i] ?? "")]));
  }
}

// Rust's `f64::from_str` accepts these as numbers.
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const NOT_FINITE = /^[+-]?(inf|infinity|nan)$/i;

function cellValue(cell: string): JSONValue {
  // JSON has no such numbers, so upstream's serde makes null of them.
  if (NOT_FINITE.test(cell)) return null;
  return NUMBER.test(cell) ? Number(cell) : cell;
}

function checkFieldName(name: string): void {
  const wrong = fieldNameProblem(name);
  if (wrong === null) return;
  throw new ImportError(
    "CsvInvalidHeader",
    `CSV header ${JSON.stringify(name)} isn't a valid field name: ${wrong}`,
  );
}

function fieldNameProblem(name: string): string | null {
  if (name.startsWith("$")) return `Field name ${name} starts with '$', which is reserved.`;
  const odd = /[^\x20-\x7e]/.exec(name)?.[0];
  if (odd === undefined) return null;
  return `Field name ${name} has invalid character '${odd}': Field names can only contain non-control ASCII characters`;
}

interface CsvRecord {
  cells: string[];
  /** Where in the file it starts, from 1. */
  line: number;
}

/** RFC 4180 with either kind of line end; lines with nothing on them are no records. */
async function* recordsOf(source: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord> {
  let cells: string[] = [];
  let cell = "";
  let wasQuoted = false;
  let isQuoted = false;
  let sawQuote = false;
  let line = 1;
  let startLine = 1;

  const endCell = () => {
    cells.push(cell);
    [cell, wasQuoted] = ["", false];
  };
  const endRecord = (): CsvRecord | null => {
    const isEmpty = cells.length === 0 && cell === "" && !wasQuoted;
    if (!isEmpty) endCell();
    const record = isEmpty ? null : { cells, line: startLine };
    cells = [];
    startLine = line;
    return record;
  };

  for await (const text of decoded(source)) {
    for (const letter of text) {
      if (letter === "\n") line += 1;
      if (isQuoted) {
        if (letter !== '"') cell += letter;
        else [isQuoted, sawQuote] = [false, true];
        continue;
      }
      if (sawQuote && letter === '"') {
        // Two quotes within a quotation are one of its own.
        [cell, isQuoted] = [`${cell}"`, true];
      } else if (letter === '"' && cell === "" && !wasQuoted) {
        [isQuoted, wasQuoted] = [true, true];
      } else if (letter === ",") {
        endCell();
      } else if (letter === "\n" || letter === "\r") {
        const record = endRecord();
        if (record !== null) yield record;
      } else {
        cell += letter;
      }
      sawQuote = false;
    }
  }
  const last = endRecord();
  if (last !== null) yield last;
}

async function* decoded(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    for await (const chunk of source) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ImportError("NotUtf8", `Import wasn't valid UTF8: ${reasonOf(error)}`);
  }
}
