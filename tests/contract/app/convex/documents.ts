/** Single documents, with IDs and fields that the types do not allow. */
import type { GenericId } from "convex/values";
import { v } from "convex/values";
import { mutation, query } from "./builders";

type NoteId = GenericId<"notes">;
const id = v.string();

export const getNote = query({
  args: { id },
  handler: (ctx, args) => ctx.db.get("notes", args.id as NoteId),
});

export const getByIdAlone = query({
  args: { id },
  handler: (ctx, args) => ctx.db.get(args.id as NoteId),
});

export const getSystem = query({
  args: { id },
  handler: (ctx, args) => ctx.db.system.get(args.id as GenericId<"_storage">),
});

export const insertNote = mutation({
  args: { note: v.any() },
  // oxlint-disable-next-line typescript/no-unsafe-argument -- the schema's check is tested
  handler: (ctx, { note }) => ctx.db.insert("notes", note),
});

export const insertShape = mutation({
  args: { shape: v.any() },
  // oxlint-disable-next-line typescript/no-unsafe-argument -- the schema's check is tested
  handler: (ctx, { shape }) => ctx.db.insert("shapes", shape),
});

export const shapes = query({ args: {}, handler: (ctx) => ctx.db.query("shapes").collect() });

export const change = mutation({
  args: {
    operation: v.union(v.literal("patch"), v.literal("replace"), v.literal("delete")),
    id,
    value: v.optional(v.any()),
  },
  handler: async (ctx, { operation, value, ...args }) => {
    const note = args.id as NoteId;
    // oxlint-disable-next-line typescript/no-unsafe-argument -- the backend's check is tested
    if (operation === "patch") await ctx.db.patch("notes", note, value);
    // oxlint-disable-next-line typescript/no-unsafe-argument -- the backend's check is tested
    else if (operation === "replace") await ctx.db.replace("notes", note, value);
    else await ctx.db.delete("notes", note);
  },
});

export const changeByIdAlone = mutation({
  args: { id: v.id("notes") },
  handler: async (ctx, args) => {
    await ctx.db.patch(args.id, { rank: 1 });
    await ctx.db.replace(args.id, { author: "replaced", rank: 2 });
    const replaced = await ctx.db.get(args.id);
    await ctx.db.delete(args.id);
    return [replaced?.author, replaced?.rank, await ctx.db.get(args.id)];
  },
});

export const insertWithUndefined = mutation({
  args: {},
  handler: async (ctx) => {
    const note = await ctx.db.insert("notes", { author: "ada", rank: undefined });
    return Object.keys((await ctx.db.get("notes", note)) ?? {}).sort();
  },
});

export const patchTwice = mutation({
  args: { id: v.id("notes") },
  handler: async (ctx, args) => {
    await ctx.db.patch("notes", args.id, { rank: undefined, body: "first" });
    await ctx.db.patch("notes", args.id, { rank: 9, body: undefined });
    return ctx.db.get("notes", args.id);
  },
});

export const insertMany = mutation({
  args: { count: v.number() },
  handler: async (ctx, { count }) => {
    const times: (number | undefined)[] = [];
    for (let rank = 0; rank < count; rank += 1) {
      const note = await ctx.db.insert("notes", { author: "many", rank });
      times.push((await ctx.db.get("notes", note))?._creationTime);
    }
    return times;
  },
});

export const deleteTwice = mutation({
  args: { id: v.id("notes") },
  handler: async (ctx, args) => {
    await ctx.db.delete("notes", args.id);
    await ctx.db.delete("notes", args.id);
  },
});

export const changedObjectStaysOut = mutation({
  args: { id: v.id("notes") },
  handler: async (ctx, args) => {
    const note = await ctx.db.get("notes", args.id);
    if (note !== null) note.author = "changed in memory only";
    return (await ctx.db.get("notes", args.id))?.author;
  },
});

export const normalize = query({
  args: { table: v.string(), id },
  handler: (ctx, args) => ctx.db.normalizeId(args.table as "notes", args.id),
});

export const normalizeSystem = query({
  args: { id },
  handler: (ctx, args) => ctx.db.system.normalizeId("_storage", args.id),
});
