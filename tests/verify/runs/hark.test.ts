import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startBackend } from "../../../local/backend/backend.ts";
import type { Backend } from "../../../local/backend/backend.ts";
import { startStripe } from "../../../local/stripe/stripe.ts";
import type { StripeStandIn } from "../../../local/stripe/stripe.ts";
import { startVoicePlatform } from "../../../local/voice/voice-platform.ts";
import type { VoicePlatform } from "../../../local/voice/voice-platform.ts";
import { stripeJudge } from "../../judges/stripe.ts";
import { voiceJudge } from "../../judges/voice.ts";
import { stripeControl } from "../../product/money/stripe-control.ts";
import type { CaseResult } from "../record.ts";
import { connectStripe } from "../stripe-client.ts";
import { keysOf, openRuns, RUN_PATIENCE } from "./verify.ts";
import type { Runs } from "./verify.ts";

let runs: Runs;
let at: StandIns;
beforeEach(async () => {
  runs = await openRuns();
  const place = (name: string) => ({ dataFolder: path.join(runs.folder, name), port: 0 });
  at = {
    backend: await startBackend({ ...place("backend"), sitePort: 0 }),
    stripe: await startStripe({ ...place("stripe"), witness: stripeJudge({ isStrict: true }) }),
    voice: await startVoicePlatform({
      ...place("voice"),
      recognizer: "none",
      witness: voiceJudge({ isStrict: true }),
    }),
  };
});
afterEach(async () => {
  await at.voice.close();
  await at.stripe.close();
  await at.backend.close();
  await runs.close();
});

interface StandIns {
  backend: Backend;
  stripe: StripeStandIn;
  voice: VoicePlatform;
}

const allKeys = ({ backend, stripe, voice }: StandIns) => ({
  ...keysOf(backend),
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_API_URL: stripe.url,
  VAPI_PRIVATE_KEY: voice.privateKey,
  VAPI_API_URL: voice.url,
});

const BUSINESS = "tests/verify/business.cases.ts";

async function resultsOfBusiness(): Promise<CaseResult[]> {
  return (await runs.results()).filter(({ file }) => file === BUSINESS);
}

/** What bears no test clock's or case's name any more, but could be charged, asked or called. */
async function leftAt({ stripe, voice }: StandIns): Promise<unknown[]> {
  const account = connectStripe({ key: stripe.secretKey, url: stripe.url });
  const atStripe = [
    await account.customers.list(),
    await account.subscriptions.list(),
    await account.webhookEndpoints.list(),
  ].flatMap(({ data }) => data.map(({ id }) => id));
  const headers = { Authorization: `Bearer ${voice.privateKey}` };
  const atVapi: unknown[] = [];
  for (const kind of ["assistant", "file?purpose=assistant", "tool", "call"]) {
    const answer = await fetch(`${voice.url}/${kind}`, { headers });
    atVapi.push(...((await answer.json()) as unknown[]));
  }
  return [...atStripe, ...atVapi];
}

test(
  "Hark is tried with both vendors from signing up to being forgotten, and nothing is left there",
  RUN_PATIENCE,
  async () => {
    const { code, said } = await runs.verify(allKeys(at), ["--yes", "--calls", "--part", "Hark"]);
    expect(said).toContain("less than five cents");
    const run = await resultsOfBusiness();
    expect(run.map(({ title, result, why }) => [title, result, why ?? ""])).toEqual(
      run.map(({ title }) => [title, "passed", ""]),
    );
    expect([code, run.length]).toEqual([0, 9]);
    expect(await leftAt(at)).toEqual([]);
  },
);

test(
  "webhooks that never arrive are findings, with what to do, and what was made is removed all the same",
  RUN_PATIENCE,
  async () => {
    const { stripe, voice } = at;
    const impatient = ["--yes", "--calls", "--part", "Hark", "--patience", "2"];
    await stripeControl(stripe).hold();
    const held = await runs.verify(allKeys(at), impatient);
    expect(held.code).toBe(1);
    const failed = (await resultsOfBusiness()).filter(({ result }) => result === "failed");
    expect(failed.map(({ title }) => title)).toContain(
      "a subscription that begins at Stripe is shown, and the open page is closed",
    );
    for (const { why } of failed) {
      expect(why).toMatch(
        /^The subscription made at Stripe is not shown by Hark within 2 seconds\. An event was not taken .* -> .*Stripe's dashboard/,
      );
    }
    expect(await leftAt(at)).toEqual([]);

    const { STRIPE_SECRET_KEY: _, ...withoutStripe } = allKeys(at);
    await fetch(`${voice.url}/_control/webhooks`, {
      method: "POST",
      headers: { "X-Control-Token": voice.controlToken, "Content-Type": "application/json" },
      body: JSON.stringify({ mode: "drop" }),
    });
    expect((await runs.verify(withoutStripe, impatient)).code).toBe(1);
    const found = (await resultsOfBusiness()).filter(({ result }) => result !== "passed");
    expect(found.map(({ result, why = "" }) => [result, why.slice(0, 60)])).toEqual([
      ["failed", "The call's end was not reported to Hark within 2 seconds. Th"],
      ...Array.from({ length: 5 }, () => ["not run", "no key of Stripe is given"]),
    ]);
    expect(await leftAt(at)).toEqual([]);
  },
);
