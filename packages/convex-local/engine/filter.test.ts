import type { JSONValue } from "convex/values";
import { expect, test } from "vitest";
import { passesFilter } from "./filter.ts";

const document = { n: 5, text: "b", big: { $integer: "BQAAAAAAAAA=" }, nested: { flag: true } };
const field = (path: string) => ({ $field: path });
const literal = (value: JSONValue) => ({ $literal: value });

const cases: [string, JSONValue, boolean][] = [
  ["an equal number", { $eq: [field("n"), literal(5)] }, true],
  ["another number", { $eq: [field("n"), literal(6)] }, false],
  ["not the same", { $neq: [field("n"), literal(6)] }, true],
  ["less", { $lt: [field("n"), literal(5)] }, false],
  ["at most", { $lte: [field("n"), literal(5)] }, true],
  ["more", { $gt: [field("text"), literal("a")] }, true],
  ["at least", { $gte: [field("n"), literal(5.1)] }, false],
  ["kinds in Convex's order", { $lt: [field("n"), literal("")] }, true],
  ["a nested field", { $eq: [field("nested.flag"), literal(true)] }, true],
  ["a field that is missing", { $eq: [field("gone"), literal({ $undefined: null })] }, true],
  ["a missing field and null", { $eq: [field("gone"), literal(null)] }, false],
  ["both", { $and: [literal(true), { $eq: [field("n"), literal(5)] }] }, true],
  ["either", { $or: [literal(false), { $eq: [field("n"), literal(5)] }] }, true],
  ["neither", { $not: { $or: [literal(false), literal(false)] } }, true],
  ["a sum", { $eq: [{ $add: [field("n"), literal(2)] }, literal(7)] }, true],
  ["a difference", { $eq: [{ $sub: [field("n"), literal(2)] }, literal(3)] }, true],
  ["a product", { $eq: [{ $mul: [field("n"), literal(2)] }, literal(10)] }, true],
  ["a quotient", { $eq: [{ $div: [field("n"), literal(2)] }, literal(2.5)] }, true],
  ["a remainder", { $eq: [{ $mod: [field("n"), literal(2)] }, literal(1)] }, true],
  ["a negation", { $eq: [{ $neg: field("n") }, literal(-5)] }, true],
  [
    "int64s",
    { $eq: [{ $add: [field("big"), field("big")] }, literal({ $integer: "CgAAAAAAAAA=" })] },
    true,
  ],
];

test.each(cases)("a filter on %s", (_, expression, expected) => {
  expect(passesFilter(expression, document)).toBe(expected);
});

test("arithmetic on what is no number is refused", () => {
  expect(() => passesFilter({ $add: [field("n"), field("text")] }, document)).toThrow(
    "two numbers",
  );
  expect(() => passesFilter({ $neg: field("text") }, document)).toThrow("needs a number");
});

test("an operator that does not exist is refused", () => {
  expect(() => passesFilter({ $like: [literal(1), literal(1)] }, document)).toThrow("$like");
});
