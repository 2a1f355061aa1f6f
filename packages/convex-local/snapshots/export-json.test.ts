import { convexToJson } from "convex/values";
import type { Value } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exportText, parseExportText, storedForm } from "./export-json.ts";

// Cases of get-convex/convex-backend, crates/value/src/export.rs (`export_clean_lossless`).
test.each<[value: Value, text: string]>([
  [1, "1.0"],
  [-0, "-0.0"],
  [1.5, "1.5"],
  [1e300, "1e+300"],
  [5n, "5"],
  [-(2n ** 63n), "-9223372036854775808"],
  [Infinity, '{"$float":"AAAAAAAA8H8="}'],
  ["1 and 2.0", '"1 and 2.0"'],
  [{ b: [null, true], a: 'say "3"' }, '{"a":"say \\"3\\"","b":[null,true]}'],
  [new ArrayBuffer(1), '{"$bytes":"AA=="}'],
])("%o is exported as %s, and comes back", (value, text) => {
  expect(exportText(convexToJson(value))).toBe(text);
  expect(storedForm(parseExportText(text))).toEqual(convexToJson(value));
});

test("a stored value comes back unchanged", () => {
  const leaf = fc.oneof(
    fc.double({ noNaN: true }),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
  );
  const field = fc.stringMatching(/^[a-zA-Z0-9 ]{1,8}$/);
  const { value } = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(leaf, fc.array(tie("value")), fc.dictionary(field, tie("value"))),
  }));
  fc.assert(
    fc.property(value, (some) => {
      const stored = convexToJson(some);
      expect(storedForm(parseExportText(exportText(stored)))).toEqual(stored);
    }),
  );
});
