import { expect, test } from "vitest";
import { byteLength, cutToBytes } from "./bytes";

test.each([
  ["fits", 10, "fits"],
  ["Brötchen", 4, "Brö"],
  ["Brötchen", 3, "Br"],
  ["面包店", 7, "面包"],
  ["🥖🥖", 7, "🥖"],
  ["x", 0, ""],
])("%s in %i bytes is %s", (text, maxBytes, cut) => {
  expect(cutToBytes(text, maxBytes)).toBe(cut);
  expect(byteLength(cut)).toBeLessThanOrEqual(maxBytes);
});
