import type { Value } from "convex/values";
import { v } from "convex/values";
import type { GenericValidator } from "convex/values";
import { expect, test } from "vitest";
import { findMismatch } from "./validator.ts";
import type { ValidatorJson } from "./validator.ts";

const tableOfId = (id: string) => (id.startsWith("id-") ? id.slice(3) : null);

function mismatch(validator: GenericValidator, value: Value | undefined): string | null {
  const { json } = validator as unknown as { json: ValidatorJson };
  return findMismatch(json, value, tableOfId);
}

const fitting: [string, GenericValidator, Value][] = [
  ["null", v.null(), null],
  ["number", v.number(), -0.5],
  ["int64", v.int64(), 5n],
  ["boolean", v.boolean(), false],
  ["string", v.string(), ""],
  ["bytes", v.bytes(), new ArrayBuffer(2)],
  ["any", v.any(), { a: [1n] }],
  ["literal", v.literal("a"), "a"],
  ["int64 literal", v.literal(5n), 5n],
  ["id", v.id("notes"), "id-notes"],
  ["array", v.array(v.number()), [1, 2]],
  ["record", v.record(v.string(), v.number()), { a: 1 }],
  ["record by id", v.record(v.id("notes"), v.null()), { "id-notes": null }],
  ["object", v.object({ a: v.number(), b: v.optional(v.string()) }), { a: 1 }],
  ["union", v.union(v.string(), v.object({ a: v.null() })), { a: null }],
];

test.each(fitting)("[V4] a fitting %s is accepted", (_, validator, value) => {
  expect(mismatch(validator, value)).toBeNull();
});

const misfitting: [string, GenericValidator, Value | undefined, string][] = [
  ["a text for a number", v.number(), "1", 'Value: "1"\nValidator: v.float64()'],
  ["a number for an int64", v.int64(), 1, "Value: 1.0\nValidator: v.int64()"],
  ["an int64 for a number", v.number(), 1n, "Value: 1n"],
  ["nothing at all", v.any(), undefined, "Value: undefined"],
  [
    "another literal",
    v.literal("a"),
    "b",
    '`"b"` does not match literal validator `v.literal("a")`.',
  ],
  ["an id of another table", v.id("notes"), "id-users", "from table `users`"],
  ["text that is no id", v.id("notes"), "nonsense", 'Validator: v.id("notes")'],
  ["an item that does not fit", v.array(v.number()), [1, "2"], "Path: [1]"],
  ["a value in a record", v.record(v.string(), v.number()), { a: "1" }, "Path: .values()"],
  ["a key in a record", v.record(v.id("notes"), v.null()), { other: null }, "Path: .keys()"],
  ["an array for an object", v.object({}), [], "Validator: v.object({})"],
  ["bytes for an object", v.object({}), new ArrayBuffer(0), "Validator: v.object({})"],
  [
    "a deep misfit",
    v.object({ a: v.array(v.object({ b: v.null() })) }),
    { a: [{ b: 1 }] },
    "Path: .a[0].b",
  ],
  ["no member of a union", v.union(v.string(), v.null()), 1, "v.union(v.string(), v.null())"],
];

test.each(misfitting)("[V4] %s is refused", (_, validator, value, said) => {
  expect(mismatch(validator, value)).toContain(said);
});

test("[V4] a missing field is named with a way out", () => {
  expect(mismatch(v.object({ a: v.number() }), { b: 1 })).toBe(
    "Object is missing the required field `a`. Consider wrapping the field validator in `v.optional(...)` if this is expected.\nObject: {b: 1.0}\nValidator: v.object({a: v.float64()})",
  );
});

test("[V4] an extra field is named", () => {
  expect(mismatch(v.object({}), { toString: 1 })).toContain(
    "Object contains extra field `toString` that is not in the validator.",
  );
});
