import path from "node:path";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { expect, test } from "vitest";
import wallsPlugin from "./walls-plugin.js";

const ROOT = path.resolve(import.meta.dirname, "..");

const eslint = new ESLint({
  cwd: ROOT,
  overrideConfigFile: true,
  overrideConfig: [
    {
      files: ["**/*.{ts,tsx}"],
      languageOptions: { parser: tseslint.parser },
      plugins: { hark: wallsPlugin },
      rules: { "hark/walls": "error" },
    },
  ],
});

async function complaints(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(ROOT, filePath) });
  return (result?.messages ?? []).map((message) => message.message);
}

// T14: docs/security.md
test.each([
  ["the interface", "src/lib/x.ts", "../../convex/model/accounts/owner"],
  ["the interface", "src/app/x.tsx", "../../convex/schema"],
  ["the interface", "src/app/x.tsx", "../../local/clock.ts"],
  ["a feature", "src/features/billing/x.tsx", "../auth/login-card"],
  ["a feature", "src/features/billing/x.tsx", "../../app/app"],
  ["the widget", "src/widget/x.tsx", "../features/assistants/assistant-card"],
  ["the widget", "src/widget/x.tsx", "../app/app"],
  ["the widget's engine", "src/widget/engine/x.ts", "../view/use-call"],
  ["the widget's state", "src/widget/state/x.ts", "../transport/backend"],
  ["a shared part", "src/components/x.tsx", "../features/auth/login-card"],
  ["a small tool", "src/lib/x.ts", "../components/button"],
  ["the local side", "local/reset.ts", "../src/lib/must"],
  ["the local side", "local/launch/x.ts", "../../convex/catalog/product"],
  ["the backend", "local/backend/engine/x.ts", "../../launch/settings.ts"],
  ["the backend", "local/backend/x.ts", "../stripe/server.ts"],
  ["a public function", "convex/subscriptions.ts", "./platforms/stripe"],
  ["a public function", "convex/subscriptions.ts", "./backstage/functions"],
  ["what is internal", "convex/backstage/x.ts", "../functions"],
  ["a room", "convex/model/money/plans/x.ts", "../minutes/usage"],
  ["a room", "convex/model/assistants/x.ts", "../calls/minting"],
  ["a room", "convex/model/accounts/x.ts", "../../platforms/stripe"],
  ["what has no room", "convex/model/x.ts", "./common/userError"],
  ["the catalogue", "convex/catalog/x.ts", "../model/accounts/owner"],
  ["the catalogue", "convex/catalog/x.ts", "convex/values"],
  ["a vendor's code", "convex/platforms/x.ts", "../model/accounts/owner"],
  ["the product", "convex/x.ts", "../src/lib/must"],
  ["a test", "tests/e2e/x.test.ts", "../../src/lib/must"],
])("%s is stopped: %s imports %s", async (_who, file, target) => {
  expect(await complaints(file, `import { x } from "${target}";`)).toHaveLength(1);
  expect(await complaints(file, `export * from "${target}";`)).toHaveLength(1);
  expect(await complaints(file, `const x = await import("${target}");`)).toHaveLength(1);
});

test.each([
  ["src/lib/x.ts", "../../convex/_generated/api"],
  ["src/lib/x.ts", "../../convex/catalog/product"],
  ["src/features/billing/x.tsx", "./plan-card"],
  ["src/features/billing/x.tsx", "../../components/button"],
  ["src/features/billing/x.tsx", "../../lib/routes"],
  ["src/app/x.tsx", "../features/auth/login-card"],
  ["src/widget/x.tsx", "../components/widget-icon"],
  ["local/reset.ts", "./backend/backend.ts"],
  ["local/backend/engine/x.ts", "../../clock.ts"],
  ["convex/assistants.ts", "./model/assistants/assistants"],
  ["convex/model/vendors/x.ts", "../../platforms/stripe"],
  ["convex/model/calls/x.ts", "../money/minutes/usage"],
  ["convex/operator.ts", "./backstage/functions"],
  ["convex/catalog/x.ts", "./voices"],
  ["convex/catalog/x.test.ts", "vitest"],
  ["tests/contract/x.test.ts", "../../convex/_generated/api"],
])("%s may import %s", async (file, target) => {
  expect(await complaints(file, `import { x } from "${target}";`)).toEqual([]);
});
