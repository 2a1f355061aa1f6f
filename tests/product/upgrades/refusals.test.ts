import { v } from "convex/values";
import type { GenericValidator, ValidatorJSON } from "convex/values";
import { expect, test } from "vitest";
import { refusals, unreadable } from "./refusals.ts";

const json = (validator: GenericValidator) =>
  (validator as unknown as { json: ValidatorJSON }).json;
const { literal, object, optional, union } = v;

test.each([
  ["nothing that is the same", v.string(), v.string(), []],
  ["no new optional field", object({}), object({ a: optional(v.string()) }), []],
  ["a new required field", object({}), object({ a: v.string() }), ["a: the field is required"]],
  ["a field that is gone", object({ a: v.null() }), object({}), ["a: the field is refused"]],
  [
    "a field that must be there now",
    object({ a: optional(v.string()) }),
    object({ a: v.string() }),
    ["a: the field is required"],
  ],
  ["no new member of a union", literal("a"), union(literal("a"), literal("b")), []],
  [
    "a member that is gone",
    union(literal("a"), literal("b")),
    union(literal("a"), literal("c")),
    [': "b" is refused'],
  ],
  ["no literal where any text is allowed", literal("a"), v.string(), []],
  ["a text where only some are allowed", v.string(), literal("a"), [": string is refused"]],
  ["no id where a text is allowed", v.id("calls"), v.string(), []],
  ["an id of another table", v.id("calls"), v.id("users"), [": an id of calls is refused"]],
  ["null where it is gone", union(v.string(), v.null()), v.string(), [": null is refused"]],
  [
    "a new required field in an object of a union, in a list",
    object({
      list: v.array(union(object({ kind: literal("x") }), object({ kind: literal("y") }))),
    }),
    object({
      list: v.array(
        union(object({ kind: literal("x") }), object({ kind: literal("y"), n: v.number() })),
      ),
    }),
    ["list[].n: the field is required"],
  ],
  [
    "other values of a record",
    v.record(v.string(), v.string()),
    v.record(v.string(), v.number()),
    ["{}: string is refused"],
  ],
  ["nothing where anything is allowed", v.array(v.bytes()), v.any(), []],
])("a newer function refuses %s", (_what, from, to, expected) => {
  expect(refusals(json(from), json(to))).toEqual(expected);
});

test.each([
  ["a new field", object({}), object({ a: v.string() }), []],
  ["the field that is gone", object({ a: v.null() }), object({}), ["a: the field is required"]],
  [
    "a field that may be missing now",
    object({ a: v.string() }),
    object({ a: optional(v.string()) }),
    ["a: the field is required"],
  ],
  [
    "a state that it does not know",
    object({ state: literal("a") }),
    object({ state: union(literal("a"), literal("b")) }),
    ['state: "b" is refused'],
  ],
  [
    "a new field in an object of a union, in a list",
    v.array(union(object({ kind: literal("x") }), object({ kind: literal("y") }))),
    v.array(union(object({ kind: literal("x") }), object({ kind: literal("y"), n: v.number() }))),
    [],
  ],
  [
    "a new field where null is possible",
    union(object({}), v.null()),
    union(object({ n: v.number() }), v.null()),
    [],
  ],
  ["null where it was impossible", v.string(), union(v.string(), v.null()), [": null is refused"]],
])("an older page and %s", (_what, before, after, expected) => {
  expect(unreadable(json(before), json(after))).toEqual(expected);
});
