/**
 * Sources in get-convex/convex-backend: crates/common/src/schemas/validator.rs (what matches, and the error messages),
 * crates/udf/src/validation.rs and crates/model/src/modules/function_validators.rs.
 */
import type { FunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { expect, test } from "vitest";
import { api } from "../app-api.ts";
import type { Suite } from "./suite.ts";
import { rejection } from "./suite.ts";

type Checked = FunctionReference<"query", "public", { value: Value }, Value>;
const kinds = api.kinds as unknown as Record<string, Checked>;

const buffer = (...bytes: number[]) => new Uint8Array(bytes).buffer;

interface Kind {
  fits: Value[];
  misfits: Value[];
  /** As Convex writes the validator. */
  written: string;
}

const KINDS: Record<string, Kind> = {
  Null: { fits: [null], misfits: [0, "", false, {}], written: "v.null()" },
  Number: {
    fits: [0, -0, 1.5, NaN, Infinity, -Infinity],
    misfits: [1n, "1", null, true],
    written: "v.float64()",
  },
  Int64: {
    fits: [0n, 2n ** 63n - 1n, -(2n ** 63n)],
    misfits: [0, "0", null],
    written: "v.int64()",
  },
  Boolean: { fits: [true, false], misfits: [0, "true", null], written: "v.boolean()" },
  String: {
    fits: ["", "text", "\u0000", "\u{1F950}"],
    misfits: [0, null, ["a"]],
    written: "v.string()",
  },
  Bytes: {
    fits: [buffer(), buffer(0, 255)],
    misfits: ["AA==", [0], { length: 0 }],
    written: "v.bytes()",
  },
  NoteId: { fits: [], misfits: ["nonsense", "", 1, null], written: 'v.id("notes")' },
  Word: { fits: ["word"], misfits: ["Word", "", 0, null], written: 'v.literal("word")' },
  Seven: { fits: [7], misfits: [7n, "7", 8], written: "v.literal(7.0)" },
  True: { fits: [true], misfits: [false, 1, "true"], written: "v.literal(true)" },
  Array: {
    fits: [[], [1, 2.5]],
    misfits: [["1"], [1, null], { 0: 1 }, 1],
    written: "v.array(v.float64())",
  },
  Object: {
    fits: [{ must: "a" }, { must: "a", may: 1 }],
    misfits: [{}, { may: 1 }, { must: 1 }, { must: "a", may: "1" }, { must: "a", other: 1 }, [], 1],
    written: "v.object({may: v.optional(v.float64()), must: v.string()})",
  },
  Union: {
    fits: ["a", null, { n: 1 }],
    misfits: [1, {}, { n: "1" }, []],
    written: "v.union(v.string(), v.object({n: v.float64()}), v.null())",
  },
  Nested: {
    fits: [{ list: [] }, { list: [{ deep: 1 }] }],
    misfits: [{ list: [{ deep: "1" }] }, { list: [{}] }, { list: [{ deep: 1, more: 1 }] }],
    written: "v.object({list: v.array(v.object({deep: v.float64()}))})",
  },
  Any: {
    fits: [null, 1n, [{ a: buffer(1) }], { deep: { er: [] } }],
    misfits: [],
    written: "v.any()",
  },
};

export function kindCases({ backend, isLocal }: Suite): void {
  const call = (name: string, value: Value) => {
    const reference = kinds[name];
    if (reference === undefined) throw new Error(`There is no function ${name}`);
    return backend().query(reference, { value });
  };

  test.each(Object.entries(KINDS))(
    "[V4] a value that matches %s is accepted",
    async (name, { fits }) => {
      for (const value of fits) {
        expect(await call(`takes${name}`, value)).toEqual(value);
        expect(await call(`returns${name}`, value)).toEqual(value);
      }
    },
  );

  test.each(Object.entries(KINDS))(
    "[V4] a value that does not match %s is refused",
    async (name, kind) => {
      for (const value of kind.misfits) {
        await expect(call(`takes${name}`, value), "argument").rejects.toThrow(
          /validat|missing the required field|extra field/i,
        );
        await expect(call(`returns${name}`, value), "result").rejects.toThrow(
          /validat|missing the required field|extra field/i,
        );
      }
    },
  );

  test("[V4] an ID matches its own table", async () => {
    const note = await backend().mutation(api.notes.add, { author: "ada" });
    const value = await backend().mutation(api.values.keep, { value: 1 });
    expect(await call("takesNoteId", note)).toBe(note);
    expect(await call("returnsNoteId", note)).toBe(note);
    await backend().mutation(api.notes.remove, { id: note });
    expect(await call("takesNoteId", note)).toBe(note);
    await expect(call("takesNoteId", value)).rejects.toThrow(/validat/i);
    await expect(call("returnsNoteId", value)).rejects.toThrow(/validat/i);
  });

  test("[V4] an optional argument may be missing, but not null", async () => {
    const takes = api.kinds.takesOptional;
    expect(await backend().query(takes, {})).toBe("nothing");
    expect(await backend().query(takes, { value: "some" })).toBe("some");
    await expect(backend().query(takes, { value: null as never })).rejects.toThrow(/validat/i);
  });

  test("[V4] a function without validators accepts anything", async () => {
    const args = { a: 1, b: { c: [2n] } };
    expect(await backend().query(api.kinds.takesWhatever, args)).toEqual(args);
  });

  test("[V4] a function that returns nothing returns null", async () => {
    expect(await backend().query(api.kinds.returnsNothing, {})).toBeNull();
  });

  test("[V4] the error lists all wrong argument names", async () => {
    const query = (args: object) => backend().query(api.kinds.takesString, args);
    expect((await rejection(query({}))).message).toMatch(/required field `value`/);
    expect((await rejection(query({ value: "a", other: 1 }))).message).toMatch(/field `other`/);
  });

  // convex-test does not check records, does not compare bigint literals, and has its own error messages.
  if (!isLocal) return;

  test("[V4] records and bigint literals are checked", async () => {
    expect(await call("takesRecord", {})).toEqual({});
    expect(await call("takesRecord", { a: 1, "with space": 2 })).toEqual({ a: 1, "with space": 2 });
    await expect(call("takesRecord", { a: "1" })).rejects.toThrow(/validat/);
    await expect(call("takesRecord", [1])).rejects.toThrow(/validat/);
    await expect(call("returnsRecord", { a: "1" })).rejects.toThrow(/validat/);
    expect(await call("takesBigSeven", 7n)).toBe(7n);
    for (const wrong of [7, 8n]) {
      await expect(call("takesBigSeven", wrong)).rejects.toThrow(/validat/);
      await expect(call("returnsBigSeven", wrong)).rejects.toThrow(/validat/);
    }
  });

  const isPlain = (name: string) => !["Any", "Word", "Seven", "True"].includes(name);
  test.each(Object.entries(KINDS).filter(([name]) => isPlain(name)))(
    "[V4] the error shows the validator %s as Convex does",
    async (name, { written }) => {
      const wrong = name === "Null" ? 0 : name === "Union" ? 1 : (true as Value);
      const value = name === "Boolean" ? "x" : wrong;
      const { message } = await rejection(call(`takes${name}`, value));
      expect(message).toContain("ArgumentValidationError: Value does not match validator.");
      expect(message).toContain("Path: .value");
      expect(message).toContain(`Validator: ${written}`);
      const { message: returned } = await rejection(call(`returns${name}`, value));
      expect(returned).toContain("ReturnsValidationError: Value does not match validator.");
      expect(returned).toContain(`Validator: ${written}`);
    },
  );

  test("[V4] a wrong key or value of a record is refused with Convex's path", async () => {
    expect((await rejection(call("takesRecord", { a: "1" }))).message).toContain(
      'Value does not match validator.\nPath: .value.values()\nValue: "1"\nValidator: v.float64()',
    );
  });

  test("[V4] a wrong literal is refused with Convex's message", async () => {
    expect((await rejection(call("takesWord", "other"))).message).toContain(
      '`"other"` does not match literal validator `v.literal("word")`.',
    );
  });

  test("[V4] a deeply nested mismatch is refused with its path", async () => {
    const { message } = await rejection(
      call("takesNested", { list: [{ deep: 1 }, { deep: "x" }] }),
    );
    expect(message).toContain(
      'Value does not match validator.\nPath: .value.list[1].deep\nValue: "x"\nValidator: v.float64()',
    );
  });

  test("[V4] missing and extra fields are refused with Convex's message", async () => {
    expect((await rejection(call("takesObject", { may: 1 }))).message).toContain(
      "Object is missing the required field `must`. Consider wrapping the field validator in `v.optional(...)` if this is expected.\nPath: .value\nObject: {may: 1.0}\nValidator: v.object({may: v.optional(v.float64()), must: v.string()})",
    );
    expect((await rejection(call("takesObject", { must: "a", other: 1 }))).message).toContain(
      'Object contains extra field `other` that is not in the validator.\nPath: .value\nObject: {must: "a", other: 1.0}\nValidator: v.object({may: v.optional(v.float64()), must: v.string()})',
    );
  });

  test("[V4] an ID of another table is refused with Convex's message", async () => {
    const value = await backend().mutation(api.values.keep, { value: 1 });
    expect((await rejection(call("takesNoteId", value))).message).toContain(
      `Found ID "${value}" from table \`values\`, which does not match the table name in validator \`v.id("notes")\`.`,
    );
    const storageId = await backend().action(api.files.store, { text: "x" });
    expect((await rejection(call("takesNoteId", storageId))).message).toContain(
      `Found ID "${storageId}" from a system table, which does not match the table name in validator \`v.id("notes")\`.`,
    );
  });
}
