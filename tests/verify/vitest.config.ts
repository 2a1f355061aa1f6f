/** Vitest's configuration for `npm run verify`. */
import path from "node:path";
import { defineConfig } from "vitest/config";

/** Stripe may take minutes to advance a test clock by a month. */
const TIMEOUT_MS = 900_000;

export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, "../.."),
    include: ["tests/contract/**/*.test.ts", "tests/verify/*.cases.ts"],
    environment: "node",
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    // Sequentially, because all share one account with rate limits.
    fileParallelism: false,
    isolate: false,
    reporters: ["default", "./tests/verify/reporter.ts"],
  },
});
