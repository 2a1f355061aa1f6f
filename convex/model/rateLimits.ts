import { MINUTE, RateLimiter } from "@convex-dev/rate-limiter";
import { components } from "../_generated/api";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { MESSAGES } from "../catalog/messages";
import { userError } from "./userError";

const LIMITS = {
  /** Each is several requests to Stripe, which limits us in turn. */
  billing: { kind: "token bucket", rate: 20, period: MINUTE, capacity: 20 },
  overageCheck: { kind: "token bucket", rate: 10, period: MINUTE, capacity: 10 },
} as const;

const rateLimiter = new RateLimiter(components.rateLimiter, LIMITS);

export async function requireWithinLimit(
  ctx: ActionCtx | MutationCtx,
  name: keyof typeof LIMITS,
  key: string,
): Promise<void> {
  const { ok } = await rateLimiter.limit(ctx, name, { key });
  if (!ok) throw userError("too_many_requests", MESSAGES.tooManyRequests);
}
