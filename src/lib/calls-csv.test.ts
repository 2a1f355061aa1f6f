import { expect, test } from "vitest";
import { callsCsv } from "./calls-csv";
import { aCall } from "./sample-call";

function linesOf(csv: string): string[] {
  return csv.split("\r\n");
}

test("a call is a row under the names of its columns", () => {
  const [head, row, end] = linesOf(callsCsv([aCall()]));
  expect(head).toBe(
    '\uFEFF"Call ID","Status","Assistant","Test call","Channel","Started","Ended","Seconds","Cost in dollars","Ended reason","Successful","Exchanges","Summary"',
  );
  expect(row).toBe(
    '"call1234567890","ended","Ada",no,"voice","2026-11-21T10:00:00.000Z","2026-11-21T10:01:15.000Z",75,0.125,"customer-ended-call",yes,2,"They asked when the bakery opens."',
  );
  expect(end).toBe("");
});

test("what is not known stays empty", () => {
  const call = aCall({ assistant: null, startedAt: null, endedAt: null, summary: null });
  const row = linesOf(callsCsv([call]))[1];
  expect(row).toContain(',"Unknown",no,"voice",,,,0.125,');
  expect(row?.endsWith(",2,")).toBe(true);
});

test("commas, quotes and lines stay within their cell", () => {
  const csv = callsCsv([aCall({ summary: 'A "large" cake,\nfor Sunday' })]);
  expect(csv).toContain('"A ""large"" cake,\nfor Sunday"');
});

test.each(['=HYPERLINK("http://evil.example")', "+1", "-1", "@SUM(A1)", "\tx"])(
  "a spreadsheet does not carry out %s",
  (summary) => {
    const row = callsCsv([aCall({ summary })]).split("\r\n")[1];
    expect(row).toMatch(/,2,"'/);
  },
);

// T90: docs/security.md
test("a spreadsheet that cuts at semicolons carries out nothing either", () => {
  const csv = callsCsv([aCall({ summary: "Bob;=1+cmd|'/c calc'!A1" })]);
  expect(csv).toContain(`"Bob;'=1+cmd|'/c calc'!A1"`);
});
