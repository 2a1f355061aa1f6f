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
  ["the interface", "src/lib/x.ts", "../../convex/accounts/owner"],
  ["the interface", "src/app/x.tsx", "../../convex/schema"],
  ["the interface", "src/app/x.tsx", "../../packages/stand-in-kit/clock.ts"],
  ["a feature", "src/features/billing/x.tsx", "../auth/login-card"],
  ["a feature", "src/features/billing/x.tsx", "../../app/app"],
  ["the widget", "src/widget/x.tsx", "../features/assistants/list/assistant-card"],
  ["the widget", "src/widget/x.tsx", "../app/app"],
  ["the widget's engine", "src/widget/engine/x.ts", "../view/use-call"],
  ["the widget's state", "src/widget/state/x.ts", "../transport/backend"],
  ["a shared part", "src/components/x.tsx", "../features/auth/login-card"],
  ["a small tool", "src/lib/x.ts", "../components/button"],
  ["a tool", "tools/start/reset.ts", "../../src/lib/must"],
  ["a tool", "tools/start/x.ts", "../../convex/shared/productName"],
  ["a tool", "tools/start/x.ts", "../../packages/convex-local/backend.ts"],
  ["what Vite loads", "tools/start/web/x.ts", "../settings.ts"],
  ["a stand-in", "packages/convex-local/engine/x.ts", "../../../tools/start/settings.ts"],
  ["a stand-in", "packages/convex-local/x.ts", "../stripe-stand-in/stripe.ts"],
  ["a stand-in", "packages/convex-local/x.ts", "@hark/stripe-stand-in"],
  ["the kit", "packages/stand-in-kit/x.ts", "@hark/convex-local"],
  ["a public function", "convex/subscriptions.ts", "@hark/stand-in-kit/clock"],
  ["the interface", "src/lib/x.ts", "@hark/stand-in-kit/must"],
  ["a test", "tests/e2e/x.test.ts", "../../packages/stand-in-kit/clock.ts"],
  ["a public function", "convex/subscriptions.ts", "./vendors/stripe"],
  ["a public function", "convex/subscriptions.ts", "./lib/internalFunctions"],
  ["a feature", "convex/calls/x.ts", "../lib/functions"],
  ["a feature", "convex/billing/plans/x.ts", "../usage/usage"],
  ["a feature", "convex/assistants/x.ts", "../calls/reservation"],
  ["a feature", "convex/jobs/x.ts", "../dispatch/handlers"],
  ["what is no feature", "convex/new/x.ts", "../lib/userError"],
  ["a shared constant", "convex/shared/x.ts", "../accounts/credentials"],
  ["a shared constant", "convex/shared/x.ts", "convex/values"],
  ["a vendor's code", "convex/vendors/x.ts", "../accounts/credentials"],
  ["the product", "convex/x.ts", "../src/lib/must"],
  ["a test", "tests/e2e/x.test.ts", "../../src/lib/must"],
])("%s is stopped: %s may not import %s", async (_who, file, target) => {
  expect(await complaints(file, `import { x } from "${target}";`)).toHaveLength(1);
  expect(await complaints(file, `export * from "${target}";`)).toHaveLength(1);
  expect(await complaints(file, `const x = await import("${target}");`)).toHaveLength(1);
});

test.each([
  ["src/lib/x.ts", "../../convex/_generated/api"],
  ["src/lib/x.ts", "../../convex/shared/productName"],
  ["src/features/billing/x.tsx", "./plan-card"],
  ["src/features/billing/x.tsx", "../../components/button"],
  ["src/features/billing/x.tsx", "../../lib/routes"],
  ["src/app/x.tsx", "../features/auth/login-card"],
  ["src/widget/x.tsx", "../components/widget-icon"],
  ["tools/start/reset.ts", "./lock.ts"],
  ["tools/start/x.ts", "@hark/convex-local"],
  ["tools/operate/x.ts", "../start/vite.ts"],
  ["packages/convex-local/engine/x.ts", "@hark/stand-in-kit/clock"],
  ["tests/contract/x.test.ts", "@hark/vapi-stand-in/speech/pcm"],
  ["convex/assistants.ts", "./assistants/assistants"],
  ["convex/accounts/x.ts", "../vendors/github"],
  ["convex/calls/x.ts", "../billing/usage/usage"],
  ["convex/operator.ts", "./lib/internalFunctions"],
  ["convex/shared/x.ts", "./voices"],
  ["convex/shared/x.test.ts", "vitest"],
  ["tests/contract/x.test.ts", "../../convex/_generated/api"],
])("%s may import %s", async (file, target) => {
  expect(await complaints(file, `import { x } from "${target}";`)).toEqual([]);
});

// Calls by name, which no import shows.
test.each([
  ["convex/jobs/x.ts", "internal.calls.followUp.finish"],
  ["convex/billing/plans/x.ts", "internal.billing.overage.ledger.settle"],
  ["convex/notifications/mail/x.ts", "internal.dispatch.jobs.run"],
])("%s is stopped: it may not call %s", async (file, name) => {
  expect(await complaints(file, `void ctx.runMutation(${name}, {});`)).toHaveLength(1);
});

test.each([
  ["convex/calls/x.ts", "internal.calls.followUp.finish"],
  ["convex/calls/x.ts", "internal.jobs.enqueue.enqueueJobs"],
  ["convex/jobs/x.ts", "internal.dispatch.jobs.run"],
  ["convex/notifications/mail/x.ts", "internal.dispatch.mails.take"],
  ["convex/crons.ts", "internal.calls.deletion.deleteDue"],
])("%s may call %s", async (file, name) => {
  expect(await complaints(file, `void ctx.runMutation(${name}, {});`)).toEqual([]);
});
