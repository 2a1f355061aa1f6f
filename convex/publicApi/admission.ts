/** Checks the key of an API request, and the rate limits. */
import { type Infer, v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { internalMutation } from "../lib/internalFunctions";
import { rateLimiter } from "../lib/rateLimits";
import { HOUR_MS } from "../shared/durations";
import { apiScope } from "./table";

/** The rest of a key's rate limit, for the response headers. */
export const allowance = v.object({
  remaining: v.number(),
  limit: v.number(),
  windowMs: v.number(),
  resetsInMs: v.number(),
});
export type Allowance = Infer<typeof allowance>;

export const admission = v.union(
  v.object({ kind: v.literal("refused") }),
  v.object({ kind: v.literal("limited"), retryAfterMs: v.number() }),
  v.object({
    kind: v.literal("admitted"),
    ownerId: v.id("users"),
    scopes: v.array(apiScope),
    allowance,
  }),
);
export type Admission = Infer<typeof admission>;

/** A refusal is returned and not thrown, because an error would undo the counts. */
export async function admitRequest(
  ctx: MutationCtx,
  { hash, network }: { hash: string; network: string },
): Promise<Admission> {
  // Before the key is looked up, so that guesses count too.
  const byNetwork = await rateLimiter.limit(ctx, "apiByNetwork", { key: network });
  if (!byNetwork.ok) return { kind: "limited", retryAfterMs: byNetwork.retryAfter };
  const key = await ctx.db
    .query("apiKeys")
    .withIndex("by_hash", (q) => q.eq("hash", hash))
    .unique();
  const owner = key === null ? null : await ctx.db.get("users", key.ownerId);
  // A deleted account's keys may not be deleted yet.
  if (key === null || owner === null) return { kind: "refused" };
  const byKey = await rateLimiter.limit(ctx, "apiByKey", { key: key._id });
  if (!byKey.ok) return { kind: "limited", retryAfterMs: byKey.retryAfter };
  await recordUse(ctx, key);
  const { ownerId, scopes } = key;
  return { kind: "admitted", ownerId, scopes, allowance: await allowanceOf(ctx, key) };
}

export const admit = internalMutation({
  args: { hash: v.string(), network: v.string() },
  returns: admission,
  handler: async (ctx, request) => await admitRequest(ctx, request),
});

async function recordUse(
  ctx: MutationCtx,
  { _id, lastUsedAtMs = 0 }: Doc<"apiKeys">,
): Promise<void> {
  const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  if (lastUsedAtMs < hourMs) await ctx.db.patch("apiKeys", _id, { lastUsedAtMs: hourMs });
}

async function allowanceOf(ctx: MutationCtx, { _id }: Doc<"apiKeys">): Promise<Allowance> {
  const { value, config } = await rateLimiter.getValue(ctx, "apiByKey", { key: _id });
  const { rate, period: windowMs, capacity: limit = rate } = config;
  const resetsInMs = ((limit - value) * windowMs) / rate;
  return { remaining: Math.floor(value), limit, windowMs, resetsInMs };
}
