import { expect, test } from "vitest";
import { formatFigures, formatTable } from "./table.ts";

test("figures are aligned with their baselines", () => {
  expect(
    formatFigures([
      { name: "commit", unit: "ms", value: 1.5, baseline: { name: "bare database", value: 0.5 } },
      { name: "start", unit: "ms", value: 1234 },
      { name: "requests", unit: "", value: 1, baseline: { name: "theirs", value: 2 } },
    ]),
  ).toEqual([
    "commit     1.5 ms     0.5 ms bare database   x 3.0",
    "start      1,230 ms",
    "requests   1          2 theirs               x 0.50",
  ]);
});

test("a table is Markdown with its numbers aligned to the right", () => {
  const rows = [
    ["a call", "15"],
    ["a look", "1,560"],
  ];
  expect(formatTable({ title: "Counts", columns: ["", "bytes"], rows })).toEqual([
    "### Counts",
    "",
    "|        | bytes |",
    "| ------ | ----: |",
    "| a call |    15 |",
    "| a look | 1,560 |",
  ]);
});
