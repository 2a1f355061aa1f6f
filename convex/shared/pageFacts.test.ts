import { expect, test } from "vitest";
import { PAGE_FACT_LIMITS, readPageFacts } from "./pageFacts";

test("texts, numbers and booleans are facts, in their order", () => {
  expect(readPageFacts({ name: " Ada ", cart: 3, isMember: true })).toEqual([
    { name: "name", value: "Ada" },
    { name: "cart", value: "3" },
    { name: "isMember", value: "true" },
  ]);
});

test("of two values for one name the last one counts", () => {
  expect(readPageFacts({ name: "Ada", " name": "Bob" })).toEqual([{ name: "name", value: "Bob" }]);
});

test.each([
  ["nothing", undefined],
  ["null", null],
  ["a text", "name"],
  ["a list", ["Ada"]],
  ["other values", { a: null, b: {}, c: ["x"], d: undefined }],
  ["empty names and values", { "": "Ada", " ": "Ada", name: "  " }],
])("%s has no facts", (_, given) => {
  expect(readPageFacts(given)).toEqual([]);
});

// T119: docs/security.md
test("long and many facts are cut, without half a character", () => {
  const { count, name, value } = PAGE_FACT_LIMITS;
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`n${index}`, index]));
  expect(readPageFacts(many)).toHaveLength(count);
  const [long] = readPageFacts({ ["n".repeat(500)]: `${"v".repeat(value - 1)}\u{1f600}` });
  expect(long?.name).toHaveLength(name);
  expect(long?.value).toBe(`${"v".repeat(value - 1)}\uFFFD`);
  const longest = Object.fromEntries(Object.keys(many).map((each) => [each, "v".repeat(value)]));
  expect(readPageFacts(longest)).toHaveLength(9);
});
