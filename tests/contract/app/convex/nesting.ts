/** Functions that call functions, and which writes stay if one fails. */
import { anyApi, createFunctionHandle } from "convex/server";
import type { FunctionHandle, FunctionReference } from "convex/server";
import { ConvexError, v } from "convex/values";
import {
  action,
  internalAction,
  internalMutation,
  internalQuery,
  mutation,
  query,
} from "./builders";

type Reference<
  Kind extends "query" | "mutation" | "action",
  Args extends object,
  Result,
> = FunctionReference<Kind, "internal", Args & Record<string, unknown>, Result>;
const nesting = anyApi.nesting as unknown as {
  countOf: Reference<"query", { author: string }, number>;
  write: Reference<"mutation", { author: string; fails?: boolean; depth?: number }, number>;
  act: Reference<"action", { author: string }, number>;
  whoIsIt: Reference<"query", object, string | null>;
};

const author = { author: v.string() };

export const countOf = internalQuery({
  args: author,
  handler: async (ctx, args) =>
    (
      await ctx.db
        .query("notes")
        .withIndex("by_author", (q) => q.eq("author", args.author))
        .collect()
    ).length,
});

/** Writes once, then `depth` more times in mutations within mutations, the last of which may fail. */
export const write = internalMutation({
  args: { ...author, fails: v.optional(v.boolean()), depth: v.optional(v.number()) },
  handler: async (ctx, args): Promise<number> => {
    await ctx.db.insert("notes", { author: args.author });
    const depth = args.depth ?? 0;
    if (depth > 0) await ctx.runMutation(nesting.write, { ...args, depth: depth - 1 });
    else if (args.fails === true) throw new ConvexError("inner");
    return ctx.runQuery(nesting.countOf, { author: args.author });
  },
});

export const act = internalAction({
  args: author,
  handler: async (ctx, args): Promise<number> => {
    await ctx.runMutation(nesting.write, { author: args.author });
    return ctx.runQuery(nesting.countOf, { author: args.author });
  },
});

/** Writes once, and then calls a query so many times. */
export const askOften = mutation({
  args: { ...author, times: v.number() },
  handler: async (ctx, args): Promise<number> => {
    await ctx.db.insert("notes", { author: args.author });
    let count = 0;
    for (let asked = 0; asked < args.times; asked += 1) {
      count = await ctx.runQuery(nesting.countOf, { author: args.author });
    }
    return count;
  },
});

export const count = query({
  args: author,
  handler: (ctx, args): Promise<number> => ctx.runQuery(nesting.countOf, args),
});

export const writeDeep = mutation({
  args: { ...author, depth: v.number() },
  handler: (ctx, args): Promise<number> => ctx.runMutation(nesting.write, args),
});

/** The outer mutation patches a note that the failing inner one changes too. */
export const innerChangeIsTakenBack = mutation({
  args: author,
  handler: async (ctx, args) => {
    const note = await ctx.db.insert("notes", { author: args.author, rank: 1 });
    try {
      await ctx.runMutation(changeThenFail, { id: note });
    } catch {
      // The test looks at what it changed.
    }
    return ctx.db.get("notes", note);
  },
});

const changeThenFail = anyApi.nesting?.changeAndFail as unknown as Reference<
  "mutation",
  { id: string },
  null
>;
export const changeAndFail = internalMutation({
  args: { id: v.id("notes") },
  handler: async (ctx, args): Promise<null> => {
    await ctx.db.patch("notes", args.id, { rank: 2 });
    await ctx.db.delete("notes", args.id);
    throw new Error("on purpose");
  },
});

/** Catches the deepest failure at the top, so everything below is rolled back. */
export const catchDeepFailure = mutation({
  args: author,
  handler: async (ctx, args): Promise<unknown> => {
    await ctx.db.insert("notes", { author: args.author });
    try {
      await ctx.runMutation(nesting.write, { ...args, depth: 2, fails: true });
      return "no error";
    } catch (error) {
      return error instanceof ConvexError ? (error.data as unknown) : String(error);
    }
  },
});

export const letInnerFailureThrough = mutation({
  args: author,
  handler: async (ctx, args) => {
    await ctx.db.insert("notes", args);
    await ctx.runMutation(nesting.write, { ...args, fails: true });
  },
});

export const innerArgumentsAreChecked = mutation({
  args: {},
  handler: async (ctx): Promise<number> => ctx.runMutation(nesting.write, { author: 5 as never }),
});

/** Writes a valid document and returns an invalid result. */
export const returnsWrongly = mutation({
  args: author,
  returns: v.string(),
  handler: async (ctx, args) => {
    await ctx.db.insert("notes", args);
    return 1 as unknown as string;
  },
});

export const siblings = mutation({
  args: author,
  handler: async (ctx, args): Promise<string[]> => {
    const settled = await Promise.allSettled([
      ctx.runMutation(nesting.write, args),
      ctx.runMutation(nesting.write, { ...args, fails: true }),
      ctx.runMutation(nesting.write, args),
    ]);
    return settled.map(({ status }) => status);
  },
});

interface MutationRunner {
  runMutation(reference: typeof nesting.write, args: object): Promise<number>;
}

/** A query that tries to use `runMutation`, which it does not have. */
export const queryCallsMutation = query({
  args: author,
  handler: (ctx, args): Promise<number> =>
    (ctx as unknown as MutationRunner).runMutation(nesting.write, args),
});

export const actionCallsAll = action({
  args: author,
  handler: async (ctx, args): Promise<number[]> => [
    await ctx.runMutation(nesting.write, args),
    await ctx.runAction(nesting.act, args),
    await ctx.runQuery(nesting.countOf, args),
  ],
});

/** Each mutation of an action is a transaction of its own. */
export const actionFailsHalfWay = action({
  args: author,
  handler: async (ctx, args) => {
    await ctx.runMutation(nesting.write, args);
    throw new Error("half way");
  },
});

export const parallelWrites = action({
  args: { ...author, times: v.number() },
  handler: async (ctx, args): Promise<number> => {
    const writes = Array.from({ length: args.times }, () =>
      ctx.runMutation(nesting.write, { author: args.author }),
    );
    await Promise.all(writes);
    return ctx.runQuery(nesting.countOf, { author: args.author });
  },
});

export const whoIsIt = internalQuery({
  args: {},
  handler: async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null,
});

export const whoIsItBelow = action({
  args: {},
  handler: (ctx): Promise<string | null> => ctx.runQuery(nesting.whoIsIt, {}),
});

export const whoIsItInside = mutation({
  args: {},
  handler: (ctx): Promise<string | null> => ctx.runQuery(nesting.whoIsIt, {}),
});

export const handles = query({
  args: {},
  handler: async () => ({
    write: await createFunctionHandle(nesting.write),
    countOf: await createFunctionHandle(nesting.countOf),
  }),
});

export const throughHandle = mutation({
  args: { ...author, handle: v.string() },
  handler: (ctx, { handle, ...args }): Promise<number> =>
    ctx.runMutation(handle as FunctionHandle<"mutation", { author: string }, number>, args),
});

export const actionThroughHandle = action({
  args: { ...author, handle: v.string() },
  handler: (ctx, { handle, ...args }): Promise<number> =>
    ctx.runQuery(handle as FunctionHandle<"query", { author: string }, number>, args),
});

export const planThroughHandle = mutation({
  args: { ...author, handle: v.string() },
  handler: async (ctx, { handle, ...args }) => {
    await ctx.scheduler.runAfter(
      0,
      handle as FunctionHandle<"mutation", { author: string }, number>,
      args,
    );
  },
});
