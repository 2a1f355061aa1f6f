import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { expect, test } from "vitest";
import { jsonSchemaOf, described } from "./jsonSchema";

test("plain values", () => {
  expect(jsonSchemaOf(v.string())).toEqual({ type: "string" });
  expect(jsonSchemaOf(v.number())).toEqual({ type: "number" });
  expect(jsonSchemaOf(v.boolean())).toEqual({ type: "boolean" });
  expect(jsonSchemaOf(v.id("calls"))).toEqual({ type: "string" });
  expect(jsonSchemaOf(v.literal("a"))).toEqual({ const: "a" });
});

test("what may be null, and what is one of several", () => {
  expect(jsonSchemaOf(v.nullable(v.string()))).toEqual({ type: ["string", "null"] });
  expect(jsonSchemaOf(literals("a", "b"))).toEqual({ type: "string", enum: ["a", "b"] });
  expect(jsonSchemaOf(v.union(v.literal("a"), v.null()))).toEqual({
    type: ["string", "null"],
    enum: ["a", null],
  });
  expect(jsonSchemaOf(v.nullable(literals("a", "b")))).toEqual({
    type: ["string", "null"],
    enum: ["a", "b", null],
  });
  expect(jsonSchemaOf(v.union(v.string(), v.number(), v.null()))).toEqual({
    type: ["string", "number", "null"],
  });
  expect(jsonSchemaOf(v.nullable(v.array(v.string())))).toEqual({
    type: ["array", "null"],
    items: { type: "string" },
  });
});

test("objects say which fields are always there, and leave room for others", () => {
  const named = described(v.string(), "What it is called.");
  expect(jsonSchemaOf(v.object({ named, old: v.optional(v.boolean()) }))).toEqual({
    type: "object",
    properties: {
      named: { type: "string", description: "What it is called." },
      old: { type: "boolean" },
    },
    required: ["named"],
  });
});

test("what has a name is referred to", () => {
  const call = v.object({ id: v.string() });
  const names = new Map([[call, "Call"]]);
  const ref = { $ref: "#/components/schemas/Call" };
  expect(jsonSchemaOf(v.array(call), names)).toEqual({ type: "array", items: ref });
  expect(jsonSchemaOf(v.nullable(call), names)).toEqual({ anyOf: [ref, { type: "null" }] });
});

test("what JSON cannot say is a fault", () => {
  expect(() => jsonSchemaOf(v.int64())).toThrow("int64");
});
