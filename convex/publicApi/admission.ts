/** Who is let in: whoever has a key that is good, and not too often. */
import { type Infer, v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { internalMutation } from "../lib/internalFunctions";
import { rateLimiter } from "../lib/rateLimits";
import { HOUR_MS } from "../shared/durations";
import { apiScope } from "./table";

/** What is left to a key, as headers say it. */
export const allowance = v.object({
  left: v.number(),
  most: v.number(),
  windowMs: v.number(),
  fullInMs: v.number(),
});
export type Allowance = Infer<typeof allowance>;

export const admission = v.union(
  v.object({ is: v.literal("refused") }),
  v.object({ is: v.literal("limited"), retryAfterMs: v.number() }),
  v.object({
    is: v.literal("admitted"),
    ownerId: v.id("users"),
    scopes: v.array(apiScope),
    allowance,
  }),
);
export type Admission = Infer<typeof admission>;

/** A request that is refused is an answer and no error, so that what was counted stays counted. */
export async function admitRequest(
  ctx: MutationCtx,
  { hash, network }: { hash: string; network: string },
): Promise<Admission> {
  // Before the key is looked up: guessing is counted as well, and leaves no trace but this one.
  const byNetwork = await rateLimiter.limit(ctx, "apiByNetwork", { key: network });
  if (!byNetwork.ok) return { is: "limited", retryAfterMs: byNetwork.retryAfter };
  const key = await ctx.db
    .query("apiKeys")
    .withIndex("by_hash", (q) => q.eq("hash", hash))
    .unique();
  const owner = key === null ? null : await ctx.db.get("users", key.ownerId);
  // Of a deleted account the keys may still be waiting to be deleted too.
  if (key === null || owner === null) return { is: "refused" };
  const byKey = await rateLimiter.limit(ctx, "apiByKey", { key: key._id });
  if (!byKey.ok) return { is: "limited", retryAfterMs: byKey.retryAfter };
  await noteUse(ctx, key);
  const { ownerId, scopes } = key;
  return { is: "admitted", ownerId, scopes, allowance: await allowanceOf(ctx, key) };
}

export const admit = internalMutation({
  args: { hash: v.string(), network: v.string() },
  returns: admission,
  handler: async (ctx, request) => await admitRequest(ctx, request),
});

async function noteUse(ctx: MutationCtx, { _id, lastUsedAtMs = 0 }: Doc<"apiKeys">): Promise<void> {
  const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  if (lastUsedAtMs < hourMs) await ctx.db.patch("apiKeys", _id, { lastUsedAtMs: hourMs });
}

async function allowanceOf(ctx: MutationCtx, { _id }: Doc<"apiKeys">): Promise<Allowance> {
  const { value, config } = await rateLimiter.getValue(ctx, "apiByKey", { key: _id });
  const { rate, period: windowMs, capacity: most = rate } = config;
  const fullInMs = ((most - value) * windowMs) / rate;
  return { left: Math.floor(value), most, windowMs, fullInMs };
}
