import { afterEach, beforeEach, expect, test } from "vitest";
import { startTurnstile } from "../../../local/turnstile/turnstile.ts";
import type { TurnstileStandIn } from "../../../local/turnstile/turnstile.ts";
import { openRuns, RUN_PATIENCE } from "./verify.ts";
import type { Runs } from "./verify.ts";

let runs: Runs;
let turnstile: TurnstileStandIn;
beforeEach(async () => {
  runs = await openRuns();
  turnstile = await startTurnstile({ hostnames: [], onError: console.error });
});
afterEach(async () => {
  await turnstile.close();
  await runs.close();
});

const part = ["--yes", "--part", "Turnstile"];

test("Turnstile is tried without any key, when it is asked for", RUN_PATIENCE, async () => {
  const { code, said } = await runs.verify({ TURNSTILE_API_URL: turnstile.url }, part);
  expect([code, said]).toEqual([0, expect.stringContaining("5 passed, 0 failed, 0 not run")]);
});

test("without a network it is said that Turnstile cannot be reached", RUN_PATIENCE, async () => {
  const { code, said } = await runs.verify({ TURNSTILE_API_URL: "http://127.0.0.1:9" }, part);
  expect([code, said]).toEqual([2, expect.stringContaining("Turnstile cannot be reached")]);
});
