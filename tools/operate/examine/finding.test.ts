import { expect, test } from "vitest";
import { findingsOn, withEnvFile } from "./finding.ts";

const named = (fix: string) =>
  withEnvFile([findingsOn("work").fault("code", "Message.", fix)], "cloud.env")[0]?.fix;

test("commands in instructions name the operator's file, before their own options", () => {
  expect(named("npx convex env set SITE_URL; then npm run deploy.")).toBe(
    "npx convex env set --env-file cloud.env SITE_URL; then npm run deploy -- --env-file cloud.env.",
  );
  expect(named("npm run deploy -- --new-voices takes them.")).toBe(
    "npm run deploy -- --env-file cloud.env --new-voices takes them.",
  );
});
