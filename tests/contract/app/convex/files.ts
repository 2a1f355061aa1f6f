import { v } from "convex/values";
import { action, mutation, query } from "./builders";

export const store = action({
  args: { text: v.string() },
  handler: (ctx, { text }) => ctx.storage.store(new Blob([text], { type: "text/plain" })),
});

export const read = action({
  args: { id: v.id("_storage") },
  handler: async (ctx, { id }) => (await ctx.storage.get(id))?.text() ?? null,
});

export const uploadUrl = mutation({ args: {}, handler: (ctx) => ctx.storage.generateUploadUrl() });

export const url = query({
  args: { id: v.id("_storage") },
  handler: (ctx, { id }) => ctx.storage.getUrl(id),
});

export const record = query({
  args: { id: v.id("_storage") },
  handler: (ctx, { id }) => ctx.db.system.get("_storage", id),
});

export const remove = mutation({
  args: { id: v.id("_storage") },
  handler: (ctx, { id }) => ctx.storage.delete(id),
});
