/** Migrations of @convex-dev/migrations, which calls them by their handles, batch after batch. */
import { Migrations } from "@convex-dev/migrations";
import type { ComponentApi } from "@convex-dev/migrations/_generated/component.js";
import { anyApi, componentsGeneric } from "convex/server";
import type { FunctionReference } from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "./builders";
import type { DataModel } from "./builders";

const components = componentsGeneric() as unknown as { migrations: ComponentApi<"migrations"> };
const migrations = new Migrations<DataModel>(components.migrations);
const own = anyApi.migrating as unknown as {
  setLevel: FunctionReference<"mutation", "internal">;
  failAtTen: FunctionReference<"mutation", "internal">;
};

export const setLevel = migrations.define({
  table: "people",
  batchSize: 4,
  migrateOne: (_, { points }) => ({ level: points > 5 ? "high" : "low" }),
});

export const failAtTen = migrations.define({
  table: "people",
  batchSize: 4,
  migrateOne: (_, { points }) => {
    if (points === 10) throw new Error("on purpose");
    return { level: "some" };
  },
});

export const run = mutation({
  args: { which: v.union(v.literal("setLevel"), v.literal("failAtTen")) },
  handler: async (ctx, { which }) => {
    await migrations.runOne(ctx, own[which]);
  },
});

export const status = query({
  args: { which: v.union(v.literal("setLevel"), v.literal("failAtTen")) },
  handler: async (ctx, { which }) => {
    const [found] = await migrations.getStatus(ctx, { migrations: [own[which]] });
    return { state: found?.state, processed: found?.processed };
  },
});

export const levels = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("people").take(100)).map(({ level }) => level),
});

export const addPeople = mutation({
  args: { count: v.number() },
  handler: async (ctx, { count }) => {
    for (let points = 1; points <= count; points += 1) await ctx.db.insert("people", { points });
  },
});
