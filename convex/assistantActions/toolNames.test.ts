import { expect, test } from "vitest";
import { TOOL_PREFIX, toolNameFor } from "./toolNames";

test.each([
  ["Book a table", [], "action_book_a_table"],
  ["Book a table", ["action_book_a_table"], "action_book_a_table_2"],
  ["Bücher: bestellen!", [], "action_bucher_bestellen"],
  ["予約", [], "action_2"],
  ["予約", ["action_2"], "action_3"],
  ["x".repeat(60), [], `action_${"x".repeat(33)}`],
  ["x".repeat(60), [`action_${"x".repeat(33)}`], `action_${"x".repeat(31)}_2`],
])("“%s” beside %j is the tool %s", (name, taken, tool) => {
  expect(toolNameFor(name, taken)).toBe(tool);
  expect(tool).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
  expect(tool.startsWith(TOOL_PREFIX)).toBe(true);
});
