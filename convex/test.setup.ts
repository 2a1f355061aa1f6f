import { convexTest, type TestConvex } from "convex-test";
import schema from "./schema";

const modules = import.meta.glob(["./**/*.{js,ts}", "!./**/*.*.ts"]);

export function startTest(): TestConvex<typeof schema> {
  return convexTest(schema, modules);
}

/** The database as one signed-in owner sees it. */
export async function signedInOwner(t: TestConvex<typeof schema>, email: string) {
  const userId = await t.run(async (ctx) => await ctx.db.insert("users", { email }));
  return t.withIdentity({ subject: `${userId}|session` });
}
