import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startStripe } from "../../../local/stripe/stripe.ts";
import type { StripeStandIn } from "../../../local/stripe/stripe.ts";
import { connectStripe } from "../stripe-client.ts";
import { openRuns } from "./verify.ts";
import type { Runs } from "./verify.ts";

let runs: Runs;
let stripe: StripeStandIn;
beforeAll(async () => {
  runs = await openRuns();
  stripe = await startStripe({ dataFolder: path.join(runs.folder, "stripe"), port: 0 });
});
afterAll(async () => {
  await stripe.close();
  await runs.close();
});

test("Stripe judges its cases with test clocks, and nothing is left but what is switched off", async () => {
  const keys = { STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_API_URL: stripe.url };
  const { code, said } = await runs.verify(keys, ["--yes"]);
  expect(said).toContain("It costs nothing.");
  const run = (await runs.results()).filter(({ file }) =>
    file.startsWith("tests/contract/stripe/"),
  );
  expect(run.filter(({ result }) => result === "failed")).toEqual([]);
  expect([code, run.filter(({ result }) => result === "passed").length > 50]).toEqual([0, true]);
  expect(new Set(run.map(({ why }) => why))).toContain(
    "it fills in a hosted page, which only a browser can",
  );

  const account = connectStripe({ key: stripe.secretKey, url: stripe.url });
  const left = [
    account.testHelpers.testClocks.list(),
    account.customers.list(),
    account.subscriptions.list({ status: "active" }),
    account.subscriptions.list({ status: "trialing" }),
    account.subscriptions.list({ status: "past_due" }),
    account.products.list({ active: true }),
    account.prices.list({ active: true }),
    account.billingPortal.configurations.list({ active: true }),
  ];
  for (const list of left) expect((await list).data.map(({ id }) => id)).toEqual([]);
});

test("what a broken run has left at Stripe is removed by its mark, and nothing else", async () => {
  const keys = { key: stripe.secretKey, url: stripe.url };
  const account = connectStripe(keys);
  const { testClocks } = account.testHelpers;
  const frozen_time = Math.floor(Date.now() / 1000) + 10 * 365 * 86_400;
  const ours = await testClocks.create({ frozen_time, name: "hark-verify-2026-01-31-abc.one" });
  const theirs = await testClocks.create({ frozen_time, name: "theirs" });
  await account.customers.create({ test_clock: ours.id });
  const { id: other } = await account.products.create({ name: "theirs" });
  const { said } = await runs.verify({ STRIPE_SECRET_KEY: keys.key, STRIPE_API_URL: keys.url }, [
    "--clean",
  ]);
  expect(said).toContain("Stripe: removed 1 things that were left.");
  expect((await testClocks.list()).data.map(({ id }) => id)).toEqual([theirs.id]);
  expect((await account.products.retrieve(other)).active).toBe(true);
});
