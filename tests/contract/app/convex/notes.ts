import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "./builders";

const fields = {
  author: v.string(),
  rank: v.optional(v.number()),
  body: v.optional(v.string()),
  nested: v.optional(v.object({ key: v.string() })),
};

const order = v.union(v.literal("asc"), v.literal("desc"));

export const add = mutation({
  args: fields,
  handler: (ctx, note) => ctx.db.insert("notes", note),
});

export const addUnchecked = mutation({
  args: { note: v.any() },
  // oxlint-disable-next-line typescript/no-unsafe-argument -- the schema is what is tested
  handler: (ctx, { note }) => ctx.db.insert("notes", note),
});

/** Adds a note for each number, with the number as its author. */
export const fill = mutation({
  args: { from: v.number(), below: v.number() },
  handler: async (ctx, { from, below }) => {
    for (let number = from; number < below; number += 1) {
      await ctx.db.insert("notes", { author: `number ${number}` });
    }
  },
});

export const get = query({
  args: { id: v.id("notes") },
  handler: (ctx, { id }) => ctx.db.get("notes", id),
});

export const patch = mutation({
  args: { id: v.id("notes"), fields: v.any() },
  // oxlint-disable-next-line typescript/no-unsafe-argument -- the schema is what is tested
  handler: (ctx, args) => ctx.db.patch("notes", args.id, args.fields),
});

export const clearRank = mutation({
  args: { id: v.id("notes") },
  handler: (ctx, { id }) => ctx.db.patch("notes", id, { rank: undefined }),
});

export const replace = mutation({
  args: { id: v.id("notes"), note: v.object(fields) },
  handler: (ctx, { id, note }) => ctx.db.replace("notes", id, note),
});

export const remove = mutation({
  args: { id: v.id("notes") },
  handler: (ctx, { id }) => ctx.db.delete("notes", id),
});

export const normalize = query({
  args: { id: v.string() },
  handler: (ctx, { id }) => [ctx.db.normalizeId("notes", id), ctx.db.normalizeId("values", id)],
});

export const list = query({
  args: { order: v.optional(order) },
  handler: (ctx, args) =>
    ctx.db
      .query("notes")
      .order(args.order ?? "asc")
      .collect(),
});

export const byAuthor = query({
  args: {
    author: v.string(),
    from: v.optional(v.number()),
    below: v.optional(v.number()),
    order: v.optional(order),
  },
  handler: (ctx, { author, from, below, order: direction }) =>
    ctx.db
      .query("notes")
      .withIndex("by_author", (q) => {
        const own = q.eq("author", author);
        if (from !== undefined && below !== undefined) {
          return own.gte("rank", from).lt("rank", below);
        }
        if (from !== undefined) return own.gt("rank", from);
        return below === undefined ? own : own.lte("rank", below);
      })
      .order(direction ?? "asc")
      .collect(),
});

export const byKey = query({
  args: { key: v.string() },
  handler: (ctx, { key }) =>
    ctx.db
      .query("notes")
      .withIndex("by_key", (q) => q.eq("nested.key", key))
      .collect(),
});

export const filtered = query({
  args: { least: v.number() },
  handler: (ctx, { least }) =>
    ctx.db
      .query("notes")
      .filter((q) =>
        q.and(q.gte(q.add(q.field("rank"), 1), least), q.neq(q.field("author"), "nobody")),
      )
      .collect(),
});

export const take = query({
  args: { count: v.number() },
  handler: (ctx, { count }) => ctx.db.query("notes").take(count),
});

export const only = query({
  args: { author: v.string() },
  handler: (ctx, { author }) =>
    ctx.db
      .query("notes")
      .withIndex("by_author", (q) => q.eq("author", author))
      .unique(),
});

export const page = query({
  args: { paginationOpts: paginationOptsValidator, order: v.optional(order) },
  handler: (ctx, { paginationOpts, order: direction }) =>
    ctx.db
      .query("notes")
      .order(direction ?? "asc")
      .paginate(paginationOpts),
});

export const search = query({
  args: { text: v.string(), author: v.optional(v.string()) },
  handler: (ctx, { text, author }) =>
    ctx.db
      .query("notes")
      .withSearchIndex("by_body", (q) => {
        const found = q.search("body", text);
        return author === undefined ? found : found.eq("author", author);
      })
      .collect(),
});

export const searchFirst = query({
  args: { text: v.string(), count: v.number() },
  handler: async (ctx, { text, count }) => {
    const found = ctx.db.query("notes").withSearchIndex("by_body", (q) => q.search("body", text));
    return (await found.take(count)).length;
  },
});

/** How many documents a search of so many results reads. */
export const searchCost = mutation({
  args: { text: v.string(), count: v.number() },
  handler: async (ctx, { text, count }) => {
    const found = ctx.db.query("notes").withSearchIndex("by_body", (q) => q.search("body", text));
    await found.take(count);
    return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
  },
});

export const searchPage = query({
  args: { text: v.string(), paginationOpts: paginationOptsValidator },
  handler: async (ctx, { text, paginationOpts }) => {
    const found = await ctx.db
      .query("notes")
      .withSearchIndex("by_body", (q) => q.search("body", text))
      .paginate(paginationOpts);
    return { ...found, page: found.page.map(({ author }) => author) };
  },
});

interface LooseSearch {
  search(field: string, text: string): LooseSearch;
  eq(field: string, value: unknown): LooseSearch;
}

export const searchWrongly = query({
  args: { how: v.string() },
  handler: (ctx, { how }) =>
    ctx.db
      .query("notes")
      .withSearchIndex("by_body", (search) => {
        // The types allow none of these.
        const q = search as unknown as LooseSearch;
        if (how === "no text") return q.eq("author", "ada") as never;
        if (how === "another field") return q.search("author", "ada") as never;
        if (how === "another filter") return q.search("body", "a").eq("rank", 1) as never;
        return q.search("body", "a").search("body", "b") as never;
      })
      .collect(),
});

/** Reads its own writes. */
export const rewriteAndRead = mutation({
  args: { author: v.string() },
  handler: async (ctx, { author }) => {
    const added = await ctx.db.insert("notes", { author, rank: 2 });
    const first = await ctx.db.insert("notes", { author, rank: 1 });
    await ctx.db.patch("notes", added, { rank: 0 });
    await ctx.db.delete("notes", first);
    await ctx.db.insert("notes", { author, rank: 3 });
    const seen = await ctx.db
      .query("notes")
      .withIndex("by_author", (q) => q.eq("author", author))
      .order("desc")
      .collect();
    return seen.map(({ rank }) => rank);
  },
});

export const clear = mutation({
  args: {},
  handler: async (ctx) => {
    for (const note of await ctx.db.query("notes").collect())
      await ctx.db.delete("notes", note._id);
    for (const row of await ctx.db.query("values").collect()) {
      await ctx.db.delete("values", row._id);
    }
  },
});
