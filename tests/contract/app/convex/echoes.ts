/** Values and errors that pass through functions of every kind. */
import { anyApi } from "convex/server";
import type { FunctionReference } from "convex/server";
import { ConvexError, v } from "convex/values";
import type { Value } from "convex/values";
import { action, mutation, query } from "./builders";

type Echo<Kind extends "query" | "mutation" | "action"> = FunctionReference<
  Kind,
  "public",
  { value: unknown },
  unknown
>;
type Throw<Kind extends "query" | "mutation" | "action"> = FunctionReference<
  Kind,
  "public",
  { data: unknown },
  null
>;
const echoes = anyApi.echoes as unknown as {
  fromQuery: Echo<"query">;
  fromMutation: Echo<"mutation">;
  fromAction: Echo<"action">;
  throwInQuery: Throw<"query">;
  throwInMutation: Throw<"mutation">;
  throwInAction: Throw<"action">;
};

const value = { value: v.any() };
const data = { data: v.any() };
const fail = (_: unknown, args: { data: unknown }): null => {
  throw new ConvexError(args.data as Value);
};

export const fromQuery = query({ args: value, handler: (_, args) => args.value as unknown });
export const fromMutation = mutation({ args: value, handler: (_, args) => args.value as unknown });
export const fromAction = action({ args: value, handler: (_, args) => args.value as unknown });

/** From an action through a mutation and a query, and back. */
export const throughMutation = mutation({
  args: value,
  handler: (ctx, args): Promise<unknown> => ctx.runQuery(echoes.fromQuery, { value: args.value }),
});

export const throughAll = action({
  args: value,
  handler: async (ctx, args): Promise<unknown> => {
    const once = await ctx.runQuery(echoes.fromQuery, { value: args.value });
    const twice = await ctx.runMutation(echoes.fromMutation, { value: once });
    return ctx.runAction(echoes.fromAction, { value: twice });
  },
});

export const throwInQuery = query({ args: data, handler: fail });
export const throwInMutation = mutation({ args: data, handler: fail });
export const throwInAction = action({ args: data, handler: fail });

export const queryThrowsInMutation = mutation({
  args: data,
  handler: (ctx, args): Promise<null> => ctx.runQuery(echoes.throwInQuery, { data: args.data }),
});

export const throwBelowAction = action({
  args: { ...data, kind: v.union(v.literal("query"), v.literal("mutation"), v.literal("action")) },
  handler: async (ctx, { kind, ...args }): Promise<null> => {
    if (kind === "query") return ctx.runQuery(echoes.throwInQuery, { data: args.data });
    if (kind === "mutation") return ctx.runMutation(echoes.throwInMutation, { data: args.data });
    return ctx.runAction(echoes.throwInAction, { data: args.data });
  },
});

/** Catches and rethrows at every level. */
export const catchBelowAction = action({
  args: { ...data, kind: v.union(v.literal("query"), v.literal("mutation"), v.literal("action")) },
  handler: async (ctx, { kind, ...args }): Promise<unknown> => {
    try {
      if (kind === "query") await ctx.runQuery(echoes.throwInQuery, { data: args.data });
      if (kind === "mutation") await ctx.runMutation(echoes.throwInMutation, { data: args.data });
      if (kind === "action") await ctx.runAction(echoes.throwInAction, { data: args.data });
      return "no error";
    } catch (error) {
      return error instanceof ConvexError ? { caught: error.data as unknown } : String(error);
    }
  },
});

/** An app's own error class. */
class NotAllowed extends ConvexError<{ code: string }> {
  constructor() {
    super({ code: "not_allowed" });
  }
}

export const throwOwnClass = mutation({
  args: {},
  handler: () => {
    throw new NotAllowed();
  },
});

export const throwPlain = query({
  args: {},
  handler: () => {
    throw new TypeError("the plain text of it");
  },
});

export const throwText = query({
  args: {},
  handler: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- libraries do
    throw "just text";
  },
});
