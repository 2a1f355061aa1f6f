import { expect, test } from "vitest";
import { PushError } from "../deploy/push-request.ts";
import { compileModules } from "./compile.ts";

test("[D1] a module with a top-level await is refused in Convex's words, as the developer's fault", async () => {
  const module = {
    path: "later.js",
    source: "await 1; export const a = 2;",
    environment: "isolate",
  } as const;
  const refused = await compileModules([module]).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PushError);
  expect(refused).toMatchObject({
    code: "InvalidModules",
    message: "Failed to analyze later.js: Top-level awaits in source files are unsupported",
  });
});
