import fc from "fast-check";
import { expect, test } from "vitest";
import { newDocumentId, tableNumberOf, whyNoId } from "./document-id.ts";

const tableNumber = fc.integer({ min: 1, max: 2 ** 28 });

test("[V3] an id contains its table's number", () => {
  fc.assert(
    fc.property(tableNumber, (number) => {
      const id = newDocumentId(number);
      expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{31,37}$/);
      expect(tableNumberOf(id)).toBe(number);
    }),
  );
});

test("two ids of one table differ", () => {
  const ids = new Set(Array.from({ length: 1_000 }, () => newDocumentId(10_001)));
  expect(ids.size).toBe(1_000);
});

test("[V3] an id with one letter changed is no longer an id", () => {
  const letter = fc.constantFrom(...Array.from("0123456789abcdefghjkmnpqrstvwxyz"));
  fc.assert(
    fc.property(fc.nat(), letter, (at, other) => {
      const id = newDocumentId(10_001);
      const position = at % id.length;
      if (id[position] === other) return;
      const changed = id.slice(0, position) + other + id.slice(position + 1);
      expect(tableNumberOf(changed)).toBeNull();
    }),
    { numRuns: 500 },
  );
});

test.each(["", "nonsense", "0".repeat(31), "U".repeat(32), "z".repeat(38)])(
  "[V3] the text %j is no id",
  (text) => {
    expect(tableNumberOf(text)).toBeNull();
  },
);

test("[V3] the reason why a text is not an id is in Convex's words", () => {
  const id = newDocumentId(10_001, Buffer.alloc(16));
  const changed = `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`;
  expect(whyNoId("nonsense")).toBe("Unable to decode ID: Invalid ID length 8");
  expect(whyNoId("u".repeat(32))).toBe("Unable to decode ID: ID wasn't valid base32");
  expect(whyNoId("0".repeat(32))).toBe("Unable to decode ID: Invalid table number");
  expect(whyNoId(changed)).toMatch(/^Unable to decode ID: Invalid ID (version \d+ |length)/);
});
