import { expect, test } from "vitest";
import { formatPrice } from "./format-price";

test.each([
  [2900, "$29"],
  [34900, "$349"],
  [2950, "$29.50"],
  [0, "$0"],
  [123456700, "$1,234,567"],
])("%i cents read as %s", (cents, text) => {
  expect(formatPrice(cents)).toBe(text);
});
