import fc from "fast-check";
import { compareValues } from "convex/values";
import type { Value } from "convex/values";
import { expect, test } from "vitest";
import { afterKey, afterPrefix, encodeOrderKey } from "./order-key.ts";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string(),
  fc.constantFrom("", "\0", "a\0", "a\0b", "é", "\u{10FFFF}", "\uFFFD"),
);

const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.constant(null),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.double({ noNaN: false }),
  fc.constantFrom(0, -0, Infinity, -Infinity, Number.MIN_VALUE, -Number.MIN_VALUE),
  fc.boolean(),
  text,
  fc.uint8Array({ maxLength: 6 }).map((bytes) => new Uint8Array(bytes).buffer),
);

const field = fc.stringMatching(/^[a-c]{1,3}$/);

const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(field, tie("value"), { maxKeys: 3 }).map((object) => ({ ...object })),
  ),
}));

const maybe = fc.oneof(
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 9, arbitrary: value },
);
const sign = (order: number) => Math.sign(order);

test("[V1] keys sort as their values do", () => {
  fc.assert(
    fc.property(maybe, maybe, (a, b) => {
      const byKey = encodeOrderKey([a]).compare(encodeOrderKey([b]));
      expect(sign(byKey)).toBe(sign(compareValues(a, b)));
    }),
    { numRuns: 3_000 },
  );
});

test("[V1] keys of several fields sort by the first that differs", () => {
  const tuple = fc.tuple(maybe, maybe);
  fc.assert(
    fc.property(tuple, tuple, (a, b) => {
      const expected = compareValues(a[0], b[0]) || compareValues(a[1], b[1]);
      expect(sign(encodeOrderKey(a).compare(encodeOrderKey(b)))).toBe(sign(expected));
    }),
    { numRuns: 1_000 },
  );
});

test("[V2] no key is a proper prefix of another", () => {
  fc.assert(
    fc.property(maybe, maybe, (a, b) => {
      const [short, long] = [encodeOrderKey([a]), encodeOrderKey([b])];
      if (short.length >= long.length) return;
      expect(long.subarray(0, short.length).equals(short)).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

test("a bound after a prefix comes after all keys with the prefix and before all others", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (prefixBytes, restBytes) => {
      const prefix = Buffer.from(prefixBytes);
      const after = afterPrefix(prefix);
      const inside = Buffer.concat([prefix, Buffer.from(restBytes)]);
      if (after === null) {
        expect(prefix.every((byte) => byte === 0xff)).toBe(true);
        return;
      }
      expect(inside.compare(after)).toBe(-1);
      const other = Buffer.from(restBytes);
      const startsWith = other.subarray(0, prefix.length).equals(prefix);
      if (other.compare(prefix) > 0 && !startsWith) {
        expect(other.compare(after)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test("the next key is the least one that is greater", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
      const [key, other] = [Buffer.from(a), Buffer.from(b)];
      if (other.compare(key) > 0) expect(other.compare(afterKey(key))).toBeGreaterThanOrEqual(0);
      expect(afterKey(key).compare(key)).toBe(1);
    }),
  );
});
