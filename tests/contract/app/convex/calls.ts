import { anyApi } from "convex/server";
import type { ApiFromModules, FunctionReference } from "convex/server";
import { ConvexError, v } from "convex/values";
import { action, internalMutation, mutation, query } from "./builders";
import type * as notes from "./notes";

const { notes: notesApi } = anyApi as unknown as ApiFromModules<{ notes: typeof notes }>;
type Hidden = FunctionReference<"mutation", "internal", { author: string }, null>;
const calls = anyApi.calls as unknown as { hidden: Hidden };

export const hidden = internalMutation({
  args: { author: v.string() },
  handler: async (ctx, { author }) => {
    await ctx.db.insert("notes", { author });
    return null;
  },
});

export const callHidden = action({
  args: { author: v.string() },
  handler: async (ctx, { author }): Promise<number> => {
    await ctx.runMutation(calls.hidden, { author });
    return (await ctx.runQuery(notesApi.byAuthor, { author })).length;
  },
});

export const fail = query({
  args: { how: v.union(v.literal("plain"), v.literal("told")) },
  handler: (_, { how }) => {
    if (how === "plain") throw new Error("the inside of it");
    throw new ConvexError({ code: "told", amount: 5n });
  },
});

export const addThenFail = mutation({
  args: { author: v.string() },
  handler: async (ctx, { author }) => {
    await ctx.db.insert("notes", { author });
    throw new ConvexError({ code: "too_late" });
  },
});

/** Catches the inner failure: its writes are rolled back, the outer ones stay. */
export const survive = mutation({
  args: { author: v.string() },
  handler: async (ctx, { author }): Promise<{ caught: unknown; seen: number }> => {
    await ctx.db.insert("notes", { author });
    let caught: unknown;
    try {
      await ctx.runMutation(addThenFailRef, { author });
    } catch (error) {
      caught = error instanceof ConvexError ? error.data : String(error);
    }
    const seen = await ctx.runQuery(notesApi.byAuthor, { author });
    return { caught, seen: seen.length };
  },
});

const addThenFailRef = anyApi.calls?.addThenFail as unknown as FunctionReference<
  "mutation",
  "public",
  { author: string }
>;

export const catchInAction = action({
  args: { author: v.string() },
  handler: async (ctx, { author }): Promise<unknown> => {
    try {
      await ctx.runMutation(addThenFailRef, { author });
      return "no error";
    } catch (error) {
      return error instanceof ConvexError ? (error.data as unknown) : String(error);
    }
  },
});

export const whoAmI = query({
  args: {},
  handler: async (ctx) => {
    const identity = await ctx.auth.getUserIdentity();
    return identity === null ? null : { subject: identity.subject, email: identity.email ?? null };
  },
});

export const identity = query({
  args: {},
  handler: (ctx) => ctx.auth.getUserIdentity(),
});

export const clockTwice = mutation({
  args: {},
  handler: async (ctx) => {
    const before = Date.now();
    for (let i = 0; i < 20; i += 1) await ctx.db.insert("notes", { author: "clock", rank: i });
    return Date.now() - before;
  },
});

export const reachOut = mutation({
  args: {},
  handler: async () => {
    await fetch("http://127.0.0.1:9/");
  },
});
