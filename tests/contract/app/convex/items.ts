/** Ranges, filters and pages of one table, described by the caller. */
import { paginationOptsValidator } from "convex/server";
import type { DocumentByName, DataModelFromSchemaDefinition, FilterBuilder } from "convex/server";
import type { NamedTableInfo } from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "./builders";
import type schema from "./schema";

type DataModel = DataModelFromSchemaDefinition<typeof schema>;
type Item = DocumentByName<DataModel, "items">;
type Filter = FilterBuilder<NamedTableInfo<DataModel, "items">>;

const order = v.optional(v.union(v.literal("asc"), v.literal("desc")));
const item = { group: v.string(), rank: v.optional(v.any()), name: v.string() };

/** One step of an index range; without `value` it compares with undefined. */
const bound = v.object({
  op: v.union(
    v.literal("eq"),
    v.literal("gt"),
    v.literal("gte"),
    v.literal("lt"),
    v.literal("lte"),
  ),
  field: v.string(),
  value: v.optional(v.any()),
});
type Bounded = Record<string, (field: string, value: unknown) => Bounded>;

export const add = mutation({
  args: { items: v.array(v.object(item)) },
  handler: async (ctx, { items }) => {
    for (const one of items) await ctx.db.insert("items", one);
  },
});

export const clear = mutation({
  args: {},
  handler: async (ctx) => {
    for (const { _id } of await ctx.db.query("items").collect()) await ctx.db.delete("items", _id);
    for (const { _id } of await ctx.db.query("shapes").collect()) {
      await ctx.db.delete("shapes", _id);
    }
  },
});

export const range = query({
  args: { index: v.string(), bounds: v.array(bound), order },
  handler: async (ctx, args) => {
    const found = await ctx.db
      .query("items")
      .withIndex(args.index as "by_rank", (q) => {
        let bounded = q as unknown as Bounded;
        for (const { op, field, value } of args.bounds) {
          const step = bounded[op];
          if (step === undefined) throw new Error(`No ${op} after the bounds before it`);
          bounded = step.call(bounded, field, value);
        }
        return bounded as unknown as typeof q;
      })
      .order(args.order ?? "asc")
      .collect();
    return found.map(({ name, _id, _creationTime }) => ({ name, _id, _creationTime }));
  },
});

type Expression = Parameters<Filter["not"]>[0];
const filters: Record<string, (q: Filter) => Expression> = {
  eq: (q) => q.eq(q.field("rank"), 2),
  neq: (q) => q.neq(q.field("rank"), 2),
  gt: (q) => q.gt(q.field("rank"), 2),
  gte: (q) => q.gte(q.field("rank"), 2),
  lt: (q) => q.lt(q.field("rank"), 2),
  lte: (q) => q.lte(q.field("rank"), 2),
  and: (q) => q.and(q.gt(q.field("rank"), 1), q.eq(q.field("group"), "a")),
  or: (q) => q.or(q.eq(q.field("rank"), 1), q.eq(q.field("name"), "three")),
  not: (q) => q.not(q.eq(q.field("rank"), 2)),
  add: (q) => q.eq(q.add(q.field("rank"), 1), 3),
  sub: (q) => q.eq(q.sub(q.field("rank"), 1), 0),
  mul: (q) => q.eq(q.mul(q.field("rank"), 2), 6),
  div: (q) => q.eq(q.div(q.field("rank"), 2), 1),
  mod: (q) => q.eq(q.mod(q.field("rank"), 2), 1),
  neg: (q) => q.eq(q.neg(q.field("rank")), -3),
  undefined: (q) => q.eq(q.field("rank"), undefined),
  nothingBelow: (q) => q.lt(q.field("rank"), q.field("rank")),
  fieldOfText: (q) => q.eq(q.field("name.length" as "name"), undefined),
  mixed: (q) => q.eq(q.add(q.field("name") as unknown as number, 1), 1),
  notBoolean: (q) => q.field("name"),
};

export const filtered = query({
  args: { by: v.string() },
  handler: async (ctx, { by }) => {
    const filter = filters[by];
    if (filter === undefined) throw new Error(`There is no filter ${by}`);
    const found = await ctx.db.query("items").filter(filter).collect();
    return found.map(({ name }) => name);
  },
});

const names = (items: readonly Item[]) => items.map(({ name }) => name);

/** Each way to read, on the items in order of creation. */
export const read = query({
  args: { how: v.string() },
  handler: async (ctx, { how }): Promise<string[]> => {
    const all = ctx.db.query("items");
    const byFilter = all.filter((q) => q.neq(q.field("name"), "one"));
    switch (how) {
      case "first": {
        const first = await all.first();
        return first === null ? [] : [first.name];
      }
      case "last": {
        const last = await all.order("desc").first();
        return last === null ? [] : [last.name];
      }
      case "take 0":
        return names(await all.take(0));
      case "take 2":
        return names(await all.take(2));
      case "take 99":
        return names(await all.take(99));
      case "take -1":
        return names(await all.take(-1));
      case "filter and take 1":
        return names(await byFilter.take(1));
      case "unique of many":
        return names([await all.unique()].filter((one) => one !== null));
      case "unique of one": {
        const one = await all.filter((q) => q.eq(q.field("name"), "two")).unique();
        return one === null ? [] : [one.name];
      }
      case "for await": {
        const seen: string[] = [];
        for await (const { name } of all) {
          seen.push(name);
          if (seen.length === 2) break;
        }
        return seen;
      }
      case "twice": {
        await all.collect();
        return names(await all.collect());
      }
      case "two at once": {
        const [first, second] = await Promise.all([
          ctx.db.query("items").order("asc").take(1),
          ctx.db.query("items").order("desc").take(1),
        ]);
        return names([...first, ...second]);
      }
      case "by_id": {
        const ids = (await ctx.db.query("items").withIndex("by_id").collect()).map(
          ({ _id }) => _id as string,
        );
        return [String(JSON.stringify(ids) === JSON.stringify([...ids].sort()))];
      }
      default:
        throw new Error(`There is no way to read ${how}`);
    }
  },
});

/** Deletes the second document once it has read the first of three. */
export const deleteWhileReading = mutation({
  args: {},
  handler: async (ctx): Promise<string[]> => {
    const [, second] = await ctx.db.query("items").take(2);
    // `take` reads this way. Its types do not show it.
    const items = ctx.db.query("items") as unknown as { limit(rows: number): AsyncIterable<Item> };
    const seen: string[] = [];
    for await (const { name } of items.limit(3)) {
      if (seen.length === 0 && second !== undefined) await ctx.db.delete(second._id);
      seen.push(name);
    }
    return seen;
  },
});

export const page = query({
  args: {
    paginationOpts: paginationOptsValidator,
    group: v.optional(v.string()),
    order,
    onlyOdd: v.optional(v.boolean()),
  },
  handler: async (ctx, { paginationOpts, group, order: direction, onlyOdd }) => {
    const ordered =
      group === undefined
        ? ctx.db.query("items").order(direction ?? "asc")
        : ctx.db
            .query("items")
            .withIndex("by_group_and_rank", (q) => q.eq("group", group))
            .order(direction ?? "asc");
    const wanted =
      onlyOdd === true ? ordered.filter((q) => q.eq(q.mod(q.field("rank"), 2), 1)) : ordered;
    const found = await wanted.paginate(paginationOpts);
    return { ...found, page: found.page.map(({ rank }) => rank as number) };
  },
});

export const twoPages = query({
  args: {},
  handler: async (ctx) => {
    const opts = { numItems: 1, cursor: null };
    await ctx.db.query("items").paginate(opts);
    await ctx.db.query("notes").paginate(opts);
  },
});

/** Reads all pages within the mutation that has just written them. */
export const pageOfOwnWrites = mutation({
  args: {},
  handler: async (ctx) => {
    for (const rank of [3, 1, 2]) await ctx.db.insert("items", { group: "own", rank, name: "own" });
    const { page: found } = await ctx.db
      .query("items")
      .withIndex("by_group_and_rank", (q) => q.eq("group", "own"))
      .paginate({ numItems: 2, cursor: null });
    return found.map(({ rank }) => rank as number);
  },
});
