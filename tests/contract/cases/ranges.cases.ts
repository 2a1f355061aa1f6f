/**
 * Sources: get-convex/convex-backend, crates/common/src/query.rs (bounds, filters) and crates/value/src/sorting.rs
 * (order); convex, src/server/impl/query_impl.ts (the ways to read).
 */
import { compareValues } from "convex/values";
import type { Value } from "convex/values";
import { expect, test } from "vitest";
import { api } from "../app-api.ts";
import type { Suite } from "./suite.ts";

type Op = "eq" | "gt" | "gte" | "lt" | "lte";
interface Bound {
  op: Op;
  field: string;
  value?: Value;
}

const RANKS = [1, 2, 2, 3, 5];
const LOWER = [undefined, "gt", "gte"] as const;
const UPPER = [undefined, "lt", "lte"] as const;
const SCALES: [string, Value | undefined][] = [
  ["nothing", undefined],
  ["null", null],
  ["int", -5n],
  ["bigger int", 5n],
  ["minus infinity", -Infinity],
  ["minus zero", -0],
  ["zero", 0],
  ["number", 2],
  ["infinity", Infinity],
  ["NaN", NaN],
  ["false", false],
  ["true", true],
  ["empty text", ""],
  ["text", "a"],
  ["longer text", "aa"],
  ["accented text", "é"],
  ["no bytes", new ArrayBuffer(0)],
  ["bytes", new Uint8Array([1, 2]).buffer],
  ["empty list", []],
  ["list", [1]],
  ["longer list", [1, 0]],
  ["empty object", {}],
  ["object", { a: 1 }],
  ["longer object", { a: 1, b: 0 }],
];

const holds = (op: Op, order: number) =>
  ({ eq: order === 0, gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 })[op];

export function rangeCases({ backend, isLocal }: Suite): void {
  const add = (items: { group?: string; rank?: Value | undefined; name: string }[]) =>
    backend().mutation(api.items.add, {
      items: items.map(({ group = "a", rank, name }) =>
        rank === undefined ? { group, name } : { group, rank, name },
      ),
    });
  const range = async (index: string, bounds: Bound[], order: "asc" | "desc" = "asc") =>
    (await backend().query(api.items.range, { index, bounds, order })).map(({ name }) => name);

  const shuffled = [3, 0, 4, 2, 1].map((i) => ({ rank: RANKS[i], name: `${RANKS[i]} (${i})` }));
  const combinations = LOWER.flatMap((lower) =>
    UPPER.flatMap((upper) => (["asc", "desc"] as const).map((order) => ({ lower, upper, order }))),
  );

  test.each(combinations)(
    "[Q2] an index between $lower 2 and $upper 3, $order",
    async ({ lower, upper, order }) => {
      await add([...shuffled, { rank: 2, name: "of another group", group: "b" }]);
      const bounds: Bound[] = [
        ...(lower === undefined ? [] : [{ op: lower, field: "rank", value: 2 }]),
        ...(upper === undefined ? [] : [{ op: upper, field: "rank", value: 3 }]),
      ];
      const expected = shuffled
        .filter(({ rank = 0 }) => bounds.every(({ op, value }) => holds(op, rank - Number(value))))
        .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
        .map(({ name }) => name);
      const group: Bound = { op: "eq", field: "group", value: "a" };
      expect(await range("by_group_and_rank", [group, ...bounds], order)).toEqual(
        order === "asc" ? expected : expected.toReversed(),
      );
    },
  );

  test.each(["gt", "gte", "lt", "lte", "eq"] as const)(
    "[V1] an index of values of every type, %s each of them",
    async (op) => {
      await add(SCALES.toReversed().map(([name, rank]) => ({ name, rank })));
      for (const [name, value] of SCALES) {
        const expected = SCALES.filter(([, other]) => holds(op, compareValues(other, value)));
        const bound: Bound = { op, field: "rank", ...(value === undefined ? {} : { value }) };
        expect(await range("by_rank", [bound]), `${op} ${name}`).toEqual(
          expected.map(([other]) => other),
        );
      }
    },
  );

  test("[Q2] equal values are listed in the order of creation", async () => {
    await add(["first", "second", "third"].map((name) => ({ name, rank: 1 })));
    expect(await range("by_rank", [])).toEqual(["first", "second", "third"]);
    expect(await range("by_rank", [], "desc")).toEqual(["third", "second", "first"]);
  });

  test("[Q2] an index continues with the creation time and the ID", async () => {
    await add(["first", "second", "third"].map((name) => ({ name, rank: 1 })));
    const [, second] = await backend().query(api.items.range, { index: "by_rank", bounds: [] });
    const one: Bound = { op: "eq", field: "rank", value: 1 };
    const time = { field: "_creationTime", value: second?._creationTime ?? 0 };
    expect(await range("by_rank", [one, { op: "gt", ...time }])).toEqual(["third"]);
    expect(await range("by_rank", [one, { op: "lte", ...time }])).toEqual(["first", "second"]);
    expect(await range("by_creation_time", [{ op: "gte", ...time }])).toEqual(["second", "third"]);
    const id: Bound = { op: "eq", field: "_id", value: second?._id ?? "" };
    expect(await range("by_id", [id])).toEqual(["second"]);
  });

  test("[Q2] an index follows the changes of its documents", async () => {
    await add([{ name: "moves", rank: 1 }]);
    const clear = api.items.clear;
    expect(await range("by_rank", [{ op: "eq", field: "rank", value: 1 }])).toEqual(["moves"]);
    await backend().mutation(clear, {});
    expect(await range("by_rank", [{ op: "eq", field: "rank", value: 1 }])).toEqual([]);
  });

  const misuses: [string, Bound[]][] = [
    ["a field before the one that comes first", [{ op: "eq", field: "rank", value: 1 }]],
    ["a field that the index does not have", [{ op: "eq", field: "name", value: "x" }]],
    [
      "an equality after a bound",
      [
        { op: "gt", field: "group", value: "a" },
        { op: "eq", field: "rank", value: 1 },
      ],
    ],
    [
      "two lower bounds",
      [
        { op: "gt", field: "group", value: "a" },
        { op: "gte", field: "group", value: "b" },
      ],
    ],
    [
      "bounds on two fields",
      [
        { op: "gt", field: "group", value: "a" },
        { op: "lt", field: "rank", value: 1 },
      ],
    ],
  ];
  test.each(misuses)("[Q2] %s is refused", async (_, bounds) => {
    await expect(range("by_group_and_rank", bounds)).rejects.toThrow();
  });

  test("[Q2] a missing index is refused by name", async () => {
    await expect(range("by_nothing", [])).rejects.toThrow("by_nothing");
  });

  const numbers = () =>
    add([
      { name: "one", rank: 1 },
      { name: "two", rank: 2 },
      { name: "three", rank: 3, group: "b" },
    ]);

  test.each([
    ["eq", ["two"]],
    ["neq", ["one", "three"]],
    ["gt", ["three"]],
    ["gte", ["two", "three"]],
    ["lt", ["one"]],
    ["lte", ["one", "two"]],
    ["and", ["two"]],
    ["or", ["one", "three"]],
    ["not", ["one", "three"]],
    ["add", ["two"]],
    ["sub", ["one"]],
    ["mul", ["three"]],
    ["div", ["two"]],
    ["mod", ["one", "three"]],
    ["undefined", []],
    ["nothingBelow", []],
    ["fieldOfText", ["one", "two", "three"]],
  ])("[Q8] the filter %s", async (by, expected) => {
    await numbers();
    expect(await backend().query(api.items.filtered, { by })).toEqual(expected);
  });

  test("[Q8] a filter finds documents without the field", async () => {
    await numbers();
    await add([{ name: "without" }]);
    expect(await backend().query(api.items.filtered, { by: "undefined" })).toEqual(["without"]);
    expect(await backend().query(api.items.filtered, { by: "neq" })).toContain("without");
  });

  test.each([
    ["first", ["one"]],
    ["last", ["three"]],
    ["take 0", []],
    ["take 2", ["one", "two"]],
    ["take 99", ["one", "two", "three"]],
    ["filter and take 1", ["two"]],
    ["unique of one", ["two"]],
    ["for await", ["one", "two"]],
    ["two at once", ["one", "three"]],
    ["twice", ["one", "two", "three"]],
    ["by_id", ["true"]],
  ])("[Q7] reading: %s", async (how, expected) => {
    await numbers();
    expect(await backend().query(api.items.read, { how })).toEqual(expected);
  });

  // crates/database/src/query/index_range.rs: the rows of a limited query are fetched together.
  test("[Q7] a write does not change what a limited query has begun to read", async () => {
    await numbers();
    expect(await backend().mutation(api.items.deleteWhileReading, {})).toEqual([
      "one",
      "two",
      "three",
    ]);
    expect(await backend().query(api.items.read, { how: "take 99" })).toEqual(["one", "three"]);
  });

  test("[Q7] reading nothing", async () => {
    expect(await backend().query(api.items.read, { how: "first" })).toEqual([]);
    expect(await backend().query(api.items.read, { how: "take 2" })).toEqual([]);
    expect(await backend().query(api.items.read, { how: "unique of many" })).toEqual([]);
  });

  test.each([
    ["unique of many", "unique() query returned more than one result"],
    ["take -1", "non-negative"],
  ])("[Q7] reading: %s is refused", async (how, message) => {
    await numbers();
    await expect(backend().query(api.items.read, { how })).rejects.toThrow(message);
  });

  // convex-test compares with JavaScript's `<`, which does not order values of different types, and does not validate
  // operands.
  if (!isLocal) return;

  test("[Q8] a filter compares like an index, with a missing field first", async () => {
    await numbers();
    await add([{ name: "without" }, { name: "null", rank: null }, { name: "text", rank: "x" }]);
    expect(await backend().query(api.items.filtered, { by: "lt" })).toEqual([
      "one",
      "without",
      "null",
    ]);
    expect(await backend().query(api.items.filtered, { by: "gte" })).toEqual([
      "two",
      "three",
      "text",
    ]);
  });

  test("[Q8] the filter neg", async () => {
    await numbers();
    expect(await backend().query(api.items.filtered, { by: "neg" })).toEqual(["three"]);
  });

  test.each(["mixed", "notBoolean"])(
    "[Q8] a filter with an operand of the wrong type is refused: %s",
    async (by) => {
      await numbers();
      await expect(backend().query(api.items.filtered, { by })).rejects.toThrow();
    },
  );
}
