import { register as registerMigrations } from "@convex-dev/migrations/test";
import { register as registerRateLimiter } from "@convex-dev/rate-limiter/test";
import { convexTest, type TestConvex } from "convex-test";
import { vi } from "vitest";
import schema from "./schema";

const modules = import.meta.glob(["./**/*.{js,ts}", "!./**/*.*.ts"]);

export function startTest(): TestConvex<typeof schema> {
  const test = convexTest(schema, modules);
  registerMigrations(test);
  registerRateLimiter(test);
  registerRateLimiter(test, "visitorLimits");
  vi.stubEnv("TRIAL_KEYS", "a-key-of-these-tests");
  return test;
}

/** The database as one signed-in owner sees it. */
export async function signedInOwner(t: TestConvex<typeof schema>, email: string) {
  const subject = await t.run(async (ctx) => {
    const userId = await ctx.db.insert("users", { email });
    const expirationTime = Number.MAX_SAFE_INTEGER;
    const sessionId = await ctx.db.insert("authSessions", { userId, expirationTime });
    return `${userId}|${sessionId}`;
  });
  return t.withIdentity({ subject });
}
