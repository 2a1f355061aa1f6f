import type { ComponentApi } from "@convex-dev/rate-limiter/_generated/component.js";
import { RateLimiter } from "@convex-dev/rate-limiter";
import { componentsGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

const components = componentsGeneric() as unknown as {
  rateLimiter: ComponentApi<"rateLimiter">;
  second: ComponentApi<"second">;
};

const LIMITS = {
  perKey: { kind: "token bucket", rate: 3, period: 60_000, capacity: 3 },
} as const;
const limiter = new RateLimiter(components.rateLimiter, LIMITS);
const secondLimiter = new RateLimiter(components.second, LIMITS);

export const hit = mutationGeneric({
  args: { key: v.string() },
  handler: async (ctx, { key }) => (await limiter.limit(ctx, "perKey", { key })).ok,
});

export const hitSecond = mutationGeneric({
  args: { key: v.string() },
  handler: async (ctx, { key }) => (await secondLimiter.limit(ctx, "perKey", { key })).ok,
});

/** Uses the limit and then fails, which rolls the use back. */
export const hitAndFail = mutationGeneric({
  args: { key: v.string() },
  handler: async (ctx, { key }) => {
    await limiter.limit(ctx, "perKey", { key });
    throw new Error("on purpose");
  },
});

export const isFree = queryGeneric({
  args: { key: v.string() },
  handler: async (ctx, { key }) => (await limiter.check(ctx, "perKey", { key })).ok,
});
