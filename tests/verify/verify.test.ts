/** The runner itself, on what runs on this machine as if it were far away: addresses and keys, and nothing else. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBackend } from "../../local/backend/backend.ts";
import type { Backend } from "../../local/backend/backend.ts";
import { startStripe } from "../../local/stripe/stripe.ts";
import type { StripeStandIn } from "../../local/stripe/stripe.ts";
import { startVoicePlatform } from "../../local/voice/voice-platform.ts";
import type { VoicePlatform } from "../../local/voice/voice-platform.ts";
import { connectStripe } from "./stripe-client.ts";
import type { CaseResult } from "./record.ts";

const RUN = path.join(import.meta.dirname, "run.ts");

let folder: string;
let backend: Backend;
let stripe: StripeStandIn;
let voice: VoicePlatform;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hark-verify-test-"));
  backend = await startBackend({ dataFolder: path.join(folder, "backend"), port: 0, sitePort: 0 });
  stripe = await startStripe({ dataFolder: path.join(folder, "stripe"), port: 0 });
  voice = await startVoicePlatform({
    dataFolder: path.join(folder, "voice"),
    port: 0,
    isPocketsphinxAllowed: false,
  });
});
afterAll(async () => {
  await voice.close();
  await stripe.close();
  await backend.close();
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  code: number;
  said: string;
}

/** `until` is what it has to have said before it is interrupted. */
async function verify(
  keys: Record<string, string>,
  args: string[] = [],
  until?: string,
): Promise<Ended> {
  const file = path.join(folder, "keys.env");
  const lines = Object.entries(keys).map(([name, value]) => `${name}='${value}'\n`);
  await writeFile(file, lines.join(""));
  const child = spawn(
    process.execPath,
    ["--import", "tsx", RUN, "--env-file", file, "--report", folder, ...args],
    { env: strangersEnvironment(), stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  const listen = (text: string) => {
    if (until !== undefined && !said.includes(until) && (said + text).includes(until)) {
      child.kill("SIGINT");
    }
    said += text;
  };
  child.stdout.setEncoding("utf8").on("data", listen);
  child.stderr.setEncoding("utf8").on("data", listen);
  const [code] = (await once(child, "close")) as [number];
  return { code, said };
}

/** Without what the runner of these tests has set. */
function strangersEnvironment(): NodeJS.ProcessEnv {
  const strange = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV)/.test(name));
  return Object.fromEntries(strange);
}

const keysOf = ({ url, adminKey }: Backend) => ({
  CONVEX_SELF_HOSTED_URL: url,
  CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey,
});

async function results(): Promise<CaseResult[]> {
  return JSON.parse(
    await readFile(path.join(folder, "verify-report.json"), "utf8"),
  ) as CaseResult[];
}

test("a deployment that holds nothing judges the contract cases, and holds nothing afterwards", async () => {
  const { code, said } = await verify(keysOf(backend), ["--yes"]);
  expect(said).toContain(`deploys the cases' own app to ${backend.url}`);
  const run = await results();
  expect(run.filter(({ result }) => result === "failed")).toEqual([]);
  expect([code, run.length > 400]).toEqual([0, true]);
  expect(run).toContainEqual(
    expect.objectContaining({ result: "not run", why: "it moves the clock" }),
  );
  const report = await readFile(path.join(folder, "verify-report.md"), "utf8");
  expect(report).toMatch(/^\| Q6 \| .* \| passed \|/m);
  expect(run.filter(({ file }) => file.startsWith("tests/verify/product"))).toHaveLength(5);
  // Else this would be refused.
  expect((await verify(keysOf(backend), ["--yes", "--only", "[F2] time"])).code).toBe(0);
  expect((await results()).length).toBe(run.length);
});

test("what was interrupted, or broke, is removed", async () => {
  const interrupted = await verify(keysOf(backend), ["--yes"], " RUN ");
  expect(interrupted.code).toBe(130);
  expect(interrupted.said).toContain("removing what this run has made");

  await backend.setEnvironment({ HARK_VERIFY_RUN: "hark-verify-lost", CONTRACT_JWKS: "x" });
  const refused = await verify(keysOf(backend), ["--yes"]);
  expect([refused.code, refused.said]).toEqual([2, expect.stringContaining("hark-verify-lost")]);
  const cleaned = await verify(keysOf(backend), ["--clean"]);
  expect([cleaned.code, cleaned.said]).toEqual([
    0,
    expect.stringContaining("removed what hark-verify-lost had left"),
  ]);
  expect((await verify(keysOf(backend), ["--clean"])).said).toContain("nothing was left");
});

test("a deployment that is in use is refused, and left as it is", async () => {
  await backend.setEnvironment({ SITE_URL: "https://example.com" });
  for (const args of [["--yes"], ["--clean"]]) {
    const { code, said } = await verify(keysOf(backend), args);
    expect([code, said]).toEqual([2, expect.stringContaining("it holds variables SITE_URL")]);
  }
  const key = { ...keysOf(backend), CONVEX_SELF_HOSTED_ADMIN_KEY: "another" };
  expect((await verify(key, ["--yes"])).said).toContain("does not take the key");
});

test("Stripe judges its cases with test clocks, and nothing is left but what is switched off", async () => {
  const keys = { STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_API_URL: stripe.url };
  const { code, said } = await verify(keys, ["--yes"]);
  expect(said).toContain("It costs nothing.");
  const run = (await results()).filter(({ file }) => file.startsWith("tests/contract/stripe/"));
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
  const { said } = await verify({ STRIPE_SECRET_KEY: keys.key, STRIPE_API_URL: keys.url }, [
    "--clean",
  ]);
  expect(said).toContain("Stripe: removed 1 things that were left.");
  expect((await testClocks.list()).data.map(({ id }) => id)).toEqual([theirs.id]);
  expect((await account.products.retrieve(other)).active).toBe(true);
});

const voiceKeys = () => ({ VAPI_PRIVATE_KEY: voice.privateKey, VAPI_API_URL: voice.url });

async function atVapi(kind: string): Promise<{ id: string }[]> {
  const headers = { Authorization: `Bearer ${voice.privateKey}` };
  return (await (await fetch(`${voice.url}/${kind}`, { headers })).json()) as { id: string }[];
}

test("Vapi judges its cases, no call is made without being asked for, and nothing is left", async () => {
  const { code, said } = await verify(voiceKeys(), ["--yes"]);
  expect(said).toContain("No call is made");
  const ofVapi = ({ file }: CaseResult) => /voice|vapi/.test(file);
  const run = (await results()).filter(ofVapi);
  expect(run.filter(({ result }) => result === "failed")).toEqual([]);
  expect([code, run.filter(({ result }) => result === "passed").length > 30]).toEqual([0, true]);
  expect(await atVapi("call")).toEqual([]);

  const calling = await verify(voiceKeys(), ["--yes", "--calls", "--only", "[C1] a web call"]);
  expect([calling.code, calling.said]).toEqual([
    0,
    expect.stringContaining("less than five cents"),
  ]);
  for (const kind of ["assistant", "file?purpose=assistant", "tool", "call"])
    expect(await atVapi(kind)).toEqual([]);
});

test("what a broken run has left at Vapi is removed by its mark, and nothing else", async () => {
  const make = async (metadata: object) => {
    const body = JSON.stringify({ name: "Rosie", metadata });
    const headers = {
      Authorization: `Bearer ${voice.privateKey}`,
      "Content-Type": "application/json",
    };
    await fetch(`${voice.url}/assistant`, { method: "POST", headers, body });
  };
  await make({ harkVerify: "hark-verify-2026-01-31-abc" });
  await make({ theirs: "1" });
  const { said } = await verify(voiceKeys(), ["--clean"]);
  expect(said).toContain("Vapi: removed 1 things that were left.");
  expect(await atVapi("assistant")).toMatchObject([{ metadata: { theirs: "1" } }]);
});
