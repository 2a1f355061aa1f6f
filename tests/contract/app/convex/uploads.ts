/** Files with their metadata. */
import { v } from "convex/values";
import type { GenericId } from "convex/values";
import { action, mutation, query } from "./builders";

const id = v.id("_storage");

export const storeBytes = action({
  args: { bytes: v.bytes(), type: v.optional(v.string()), sha256: v.optional(v.string()) },
  handler: (ctx, { bytes, type, sha256 }) =>
    ctx.storage.store(
      new Blob([bytes], type === undefined ? {} : { type }),
      sha256 === undefined ? {} : { sha256 },
    ),
});

export const readBytes = action({
  args: { id },
  handler: async (ctx, args) => {
    const blob = await ctx.storage.get(args.id);
    return blob === null ? null : { bytes: await blob.arrayBuffer(), type: blob.type };
  },
});

export const metadata = query({
  args: { id },
  // oxlint-disable-next-line typescript/no-deprecated -- apps still call it
  handler: (ctx, args) => ctx.storage.getMetadata(args.id),
});

export const record = query({
  args: { id },
  handler: (ctx, args) => ctx.db.system.get("_storage", args.id),
});

export const newest = query({
  args: {},
  handler: async (ctx) =>
    (await ctx.db.system.query("_storage").order("desc").first())?._id ?? null,
});

export const removeFromAction = action({
  args: { id },
  handler: (ctx, args) => ctx.storage.delete(args.id),
});

export const removeThenFail = mutation({
  args: { id },
  handler: async (ctx, args) => {
    await ctx.storage.delete(args.id);
    throw new Error("on purpose");
  },
});

export const linkAndUploadLink = action({
  args: { id },
  handler: async (ctx, args) => [
    await ctx.storage.getUrl(args.id),
    await ctx.storage.generateUploadUrl(),
  ],
});

export const attach = mutation({
  args: { file: v.id("_storage") },
  handler: (ctx, { file }) => ctx.db.insert("values", { value: file }),
});

/** Reads a Blob twice, in one of several ways. */
export const readTwice = action({
  args: { id, how: v.union(v.literal("text"), v.literal("stream"), v.literal("form")) },
  handler: async (ctx, args) => {
    const blob = await ctx.storage.get(args.id);
    if (blob === null) throw new Error("There is no file");
    const first = await blob.text();
    if (args.how === "form") new FormData().append("file", blob);
    const second = args.how === "stream" ? new Response(blob.stream()) : blob;
    return [first, await second.text()];
  },
});

/** Storage functions take any text as an id. */
export const useText = mutation({
  args: { id: v.string(), how: v.union(v.literal("delete"), v.literal("getUrl")) },
  handler: async (ctx, { id, how }) => {
    await ctx.storage[how](id as GenericId<"_storage">);
  },
});
