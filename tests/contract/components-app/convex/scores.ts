import { TableAggregate } from "@convex-dev/aggregate";
import type { ComponentApi } from "@convex-dev/aggregate/_generated/component.js";
import { componentsGeneric } from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "./builders";
import type { DataModel } from "./builders";

const components = componentsGeneric() as unknown as {
  aggregate: ComponentApi<"aggregate">;
  second: ComponentApi<"second">;
};

const byPoints = new TableAggregate<{ Key: number; DataModel: DataModel; TableName: "scores" }>(
  components.aggregate,
  { sortKey: ({ points }) => points, sumValue: ({ points }) => points },
);
const byPlayer = new TableAggregate<{ Key: string; DataModel: DataModel; TableName: "scores" }>(
  components.second,
  { sortKey: ({ player }) => player },
);

export const add = mutation({
  args: { player: v.string(), points: v.number(), fails: v.optional(v.boolean()) },
  handler: async (ctx, { player, points, fails }) => {
    const id = await ctx.db.insert("scores", { player, points });
    const score = await ctx.db.get("scores", id);
    if (score === null) throw new Error("The score is gone");
    await byPoints.insert(ctx, score);
    if (points > 0) await byPlayer.insert(ctx, score);
    if (fails === true) throw new Error("on purpose");
  },
});

export const totals = query({
  args: {},
  handler: async (ctx) => ({
    count: await byPoints.count(ctx),
    sum: await byPoints.sum(ctx),
    players: await byPlayer.count(ctx),
    best: (await byPoints.max(ctx))?.key ?? null,
  }),
});
