import { expect, test } from "vitest";
import { PAGE_ACTION_LIMITS, readPageActions, readPageValues } from "./pageActions";

const COUNT = {
  name: "count",
  type: "number" as const,
  description: "How many.",
  options: [],
  isRequired: true,
};
const CART = { name: "addToCart", description: "Fills the cart.", parameters: [COUNT] };

// T123: docs/security.md
test.each([
  ["no list", { ...CART }],
  ["another name", [{ ...CART, name: "add to cart" }]],
  ["a long name", [{ ...CART, name: "a".repeat(31) }]],
  ["no description", [{ ...CART, description: " \n" }]],
  ["no parameters", [{ ...CART, parameters: undefined }]],
  ["an unknown type", [{ ...CART, parameters: [{ ...COUNT, type: "object" }] }]],
  ["options that are no texts", [{ ...CART, parameters: [{ ...COUNT, options: [7] }] }]],
  ["over eight parameters", [{ ...CART, parameters: Array.from({ length: 9 }, () => COUNT) }]],
  ["something else", [null, 7, "x", []]],
])("%s is no action", (_name, given) => {
  expect(readPageActions(given)).toEqual([]);
});

// T123: docs/security.md
test("texts are one line of limited length, and all together are limited", () => {
  const description = `Fills\n\u0000the\u2028cart. ${"x".repeat(1_000)}`;
  const [read] = readPageActions([{ ...CART, description }]);
  expect(read?.description).toMatch(/^Fills the cart\. x+$/);
  expect(read?.description).toHaveLength(PAGE_ACTION_LIMITS.description);
  const many = Array.from({ length: 20 }, (_, index) => ({ ...CART, name: `action${index}` }));
  expect(readPageActions(many)).toHaveLength(PAGE_ACTION_LIMITS.actions);
  const options = Array.from({ length: 30 }, (_, index) => `${index} ${"o".repeat(70)}`);
  const large = [{ ...COUNT, options }];
  const read2 = readPageActions(many.map((action) => ({ ...action, parameters: large })));
  expect(JSON.stringify(read2).length).toBeLessThan(PAGE_ACTION_LIMITS.together + 20);
});

test("an action that is offered twice counts once, as it was offered last", () => {
  const again = { ...CART, description: "Fills it." };
  expect(readPageActions([CART, again])).toEqual([again]);
});

// T123: docs/security.md
test("values are texts, numbers, and yes or no", () => {
  const given = { count: 3, size: "x".repeat(600), isGift: true, list: [1], nothing: null };
  expect(readPageValues({ ...given, much: Number.POSITIVE_INFINITY, "a name": 1 })).toEqual({
    ...{ count: 3, isGift: true },
    size: "x".repeat(PAGE_ACTION_LIMITS.value),
  });
});
