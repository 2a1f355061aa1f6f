import fc from "fast-check";
import { compareValues, convexToJson } from "convex/values";
import type { Value } from "convex/values";
import { expect, test } from "vitest";
import { encodeOrderKey } from "../values/order-key.ts";
import { keyRange } from "./index-range.ts";
import type { RangeBound } from "./index-range.ts";

const FIELDS = ["a", "b", "_creationTime", "_id"];

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom(null, 0, 1, 2, true, "", "a", "ab", "b"),
  fc.array(fc.constantFrom(0, 1), { maxLength: 2 }),
);
const pair = fc.tuple(value, value);

function bound(type: RangeBound["type"], fieldPath: string, limit: Value): RangeBound {
  return { type, fieldPath, value: convexToJson(limit) };
}

const HOLDS: Record<RangeBound["type"], (order: number) => boolean> = {
  Eq: (order) => order === 0,
  Gt: (order) => order > 0,
  Gte: (order) => order >= 0,
  Lt: (order) => order < 0,
  Lte: (order) => order <= 0,
};

const limits = fc.record(
  {
    lower: fc.tuple(fc.constantFrom("Gt" as const, "Gte" as const), value),
    upper: fc.tuple(fc.constantFrom("Lt" as const, "Lte" as const), value),
  },
  { requiredKeys: [] },
);

test("[Q2] a range holds exactly the keys whose values satisfy its bounds", () => {
  fc.assert(
    fc.property(
      fc.array(pair, { maxLength: 12 }),
      fc.option(value),
      limits,
      (rows, equal, ends) => {
        const field = equal === null ? "a" : "b";
        const bounds = [
          ...(equal === null ? [] : [bound("Eq", "a", equal)]),
          ...Object.values(ends).map(([type, limit]) => bound(type, field, limit)),
        ];
        const { lower, upper } = keyRange(FIELDS, bounds);
        for (const [i, row] of rows.entries()) {
          const key = encodeOrderKey([...row, i, `id${i}`]);
          const isInside = key.compare(lower) >= 0 && (upper === null || key.compare(upper) < 0);
          const fits = bounds.every(({ type, fieldPath }, at) => {
            const limit =
              at === 0 && equal !== null
                ? equal
                : Object.values(ends)[at - (equal === null ? 0 : 1)]?.[1];
            return HOLDS[type](compareValues(fieldPath === "a" ? row[0] : row[1], limit));
          });
          expect(isInside).toBe(fits);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test("a range can select documents without the field", () => {
  const bounds: RangeBound[] = [{ type: "Eq", fieldPath: "a", value: { $undefined: null } }];
  const { lower, upper } = keyRange(FIELDS, bounds);
  const inside = (key: Buffer) => key.compare(lower) >= 0 && key.compare(upper ?? lower) < 0;
  expect(inside(encodeOrderKey([undefined, 1, 1, "id"]))).toBe(true);
  expect(inside(encodeOrderKey([null, 1, 1, "id"]))).toBe(false);
});

// get-convex/convex-backend, crates/common/src/query.rs.
const misuses: [string, RangeBound[], string][] = [
  [
    "a field that does not come first",
    [bound("Eq", "b", 1)],
    'Tried to query index things.by_ab but the query didn\'t use the index fields in order.\nIndex fields: ["a", "b", "_creationTime"]\nQuery fields: ["b"]\nFirst incorrect field: "b"\n',
  ],
  [
    "a skipped field",
    [bound("Eq", "a", 1), bound("Gt", "_creationTime", 1)],
    'First incorrect field: "_creationTime"',
  ],
  [
    "a field of no index",
    [bound("Eq", "c", 1)],
    'The index range included a comparison with "c", but things.by_ab with fields ["a", "b", "_creationTime"] doesn\'t index this field.',
  ],
  [
    "an equality behind a bound",
    [bound("Gt", "a", 1), bound("Eq", "b", 1)],
    'Query fields: ["b", "a"]\nFirst incorrect field: "b"',
  ],
  [
    "two lower bounds",
    [bound("Gt", "a", 1), bound("Gte", "a", 1)],
    'Already defined lower bound in index range. Can\'t add "a" >= 1.0.',
  ],
  [
    "two equalities",
    [bound("Eq", "a", "x"), bound("Eq", "a", "y")],
    'Already defined equality bound in index range. Can\'t add "a" == "x".',
  ],
  [
    "an equality and a bound on one field",
    [bound("Eq", "a", 1), bound("Lte", "a", 2)],
    'Already defined inequality bound in index range. Can\'t add "a" == 1.0.',
  ],
  [
    "bounds on two fields",
    [bound("Gt", "a", 1), bound("Lt", "b", 1)],
    'bound on both "a" and "b". Consider using',
  ],
];

test.each(misuses)("[Q2] %s is refused in Convex's words", (_, bounds, said) => {
  expect(() => keyRange(FIELDS, bounds, "things.by_ab")).toThrow(said);
});

test("[Q2] equalities may come in any order, behind a bound as well", () => {
  const range = keyRange(FIELDS, [bound("Eq", "a", 1), bound("Eq", "b", 2)]);
  expect(keyRange(FIELDS, [bound("Eq", "b", 2), bound("Eq", "a", 1)])).toEqual(range);
  const bounded = keyRange(FIELDS, [bound("Eq", "a", 1), bound("Lt", "b", 2)]);
  expect(keyRange(FIELDS, [bound("Lt", "b", 2), bound("Eq", "a", 1)])).toEqual(bounded);
});
