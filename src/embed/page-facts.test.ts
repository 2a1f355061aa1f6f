import { expect, test } from "vitest";
import { withFacts } from "./page-facts";

test("a later value replaces an earlier one, and null removes it", () => {
  const told = withFacts({ name: "Ada", cart: 1 }, { cart: 3, isMember: true });
  expect(told).toEqual({ name: "Ada", cart: 3, isMember: true });
  expect(withFacts(told, { name: null, unknown: null })).toEqual({ cart: 3, isMember: true });
});

test.each([
  [{ cart: ["rye"] }, "Hark.set: cart is not a text, number, boolean or null."],
  [{ cart: undefined }, "Hark.set: cart is not a text, number, boolean or null."],
  [
    Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`n${index}`, 1])),
    "Hark.set: at most 20 names of 40 characters.",
  ],
  [{ ["n".repeat(41)]: 1 }, "Hark.set: at most 20 names of 40 characters."],
])("of %o nothing is told, and the error says why", (given, message) => {
  const told = { name: "Ada" };
  expect(() => withFacts(told, given as never)).toThrow(message);
  expect(told).toEqual({ name: "Ada" });
});
