import { expect, test } from "vitest";
import { toCsv } from "./csv";

const BEGINNING = "\uFEFF";

/** How a spreadsheet cuts a file where this sign separates cells: quotes protect only a cell that begins with one. */
function cellsOf(csv: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let isAtStart = true;
  const text = csv.slice(BEGINNING.length);
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[++at] ?? "";
      else isQuoted = false;
    } else if (sign === '"' && isAtStart) {
      isQuoted = true;
      isAtStart = false;
    } else if (sign === separator || sign === "\n") {
      cells.push(cell);
      cell = "";
      isAtStart = true;
    } else {
      cell += sign;
      isAtStart = false;
    }
  }
  return cells;
}

const ATTACKS = [
  "=1+cmd|'/c calc'!A1",
  "Bob;=1+cmd|'/c calc'!A1",
  "Bob; =1+cmd|'/c calc'!A1",
  "Bob\t=1+cmd|'/c calc'!A1",
  "Bob\n=1+cmd|'/c calc'!A1",
  "Bob\r=1+cmd|'/c calc'!A1",
  "Bob\r\n@SUM(A1)",
  'Bob";=HYPERLINK("https://evil.example")',
  'Bob",=HYPERLINK("https://evil.example")',
  "Bob,+1|=1",
  "Bob;;-1",
  "\t=1",
  "\r=1",
  "+1",
  "-1",
  "@SUM(A1)",
  "＝1+1",
  "Bob;＋1",
  "Bob;－1",
  "Bob;＠SUM(A1)",
];

// T90: docs/security.md
test.each(ATTACKS)(
  "a spreadsheet begins no formula at %j, whatever separates its cells",
  (text) => {
    const csv = toCsv([["call1", text, "after"]]);
    for (const separator of [",", ";", "\t", "|"]) {
      for (const cell of cellsOf(csv, separator)) {
        expect(cell, `cut at ${JSON.stringify(separator)}`).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
      }
    }
  },
);

test.each(ATTACKS)("where commas separate cells, %j stays in one", (text) => {
  expect(toCsv([["call1", text, "after"]])).toMatch(/^\uFEFF"call1","(?:[^"]|"")*","after"\r\n$/);
});

test("all text is quoted, and nothing else is", () => {
  expect(toCsv([["Bob", 'a "large" cake', "", null, -1.5, true]])).toBe(
    `${BEGINNING}"Bob","a ""large"" cake","",,-1.5,yes\r\n`,
  );
});

test("signs of a formula within a text are left alone", () => {
  expect(toCsv([["2 + 2 = 4, bob@shop.example; well-known"]])).toBe(
    `${BEGINNING}"2 + 2 = 4, bob@shop.example; well-known"\r\n`,
  );
});
