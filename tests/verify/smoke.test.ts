/**
 * `npm run verify` itself, against stand-ins, which it uses by URL and key like the vendors. It shows that a run
 * starts, reports and cleans up; `npm run test:soak` runs all steps of an owner.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startCalCom } from "@hark/calcom-stand-in";
import { startBackend } from "@hark/convex-local";
import type { Backend } from "@hark/convex-local";
import { startMessengers } from "@hark/messengers-stand-in";
import { EXAMPLES } from "@hark/messengers-stand-in/addresses";
import { startStripe } from "@hark/stripe-stand-in";
import { startVoicePlatform } from "@hark/vapi-stand-in";
import { isSoak } from "../soak.ts";
import type { CaseResult } from "./record.ts";

const RUN = path.join(import.meta.dirname, "run.ts");
const TIMEOUT = { timeout: 1_800_000 };

let folder: string;
let backend: Backend;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hark-verify-test-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  const dataFolder = await mkdtemp(path.join(folder, "backend-"));
  backend = await startBackend({ dataFolder, port: 0, sitePort: 0 });
});
afterEach(() => backend.close());

const backendKeys = () => ({
  CONVEX_SELF_HOSTED_URL: backend.url,
  CONVEX_SELF_HOSTED_ADMIN_KEY: backend.adminKey,
});

test(
  "a run on an empty deployment reports its cases and removes what it made",
  TIMEOUT,
  async () => {
    const only = ["--yes", "--part", "Convex", "--only", "[F2] time"];
    const { code, output } = await verify(backendKeys(), only);
    expect(output).toContain(`deploys the cases' own app to ${backend.url}`);
    expect(code).toBe(0);
    const results = await resultsOfRuns();
    expect(results).toContainEqual(expect.objectContaining({ result: "passed" }));
    expect(results.filter(({ result }) => result === "failed")).toEqual([]);
    const report = await readFile(path.join(folder, "verify-report.md"), "utf8");
    expect(report).toMatch(/^\| F2 \| .* \| passed \|/m);
    expect((await verify(backendKeys(), ["--clean"])).output).toContain("nothing was left");
  },
);

test("a deployment in use is refused and left as it is", TIMEOUT, async () => {
  await backend.setEnvironment({ SITE_URL: "https://example.com" });
  for (const args of [["--yes"], ["--clean"]]) {
    const { code, output } = await verify(backendKeys(), args);
    expect([code, output]).toEqual([2, expect.stringContaining("it holds variables SITE_URL")]);
  }
});

test("Cal.com and the messengers are asked as the product asks them", TIMEOUT, async () => {
  const calendar = await startCalCom({ port: 0 });
  const messengers = await startMessengers({ port: 0 });
  const keys = {
    ...{ CALCOM_LINK: "https://cal.com/hark-bakery/tasting", CALCOM_URL: calendar.url },
    ...{ SLACK_WEBHOOK: EXAMPLES.slack, TEAMS_WEBHOOK: EXAMPLES.teams },
    ...{ DISCORD_WEBHOOK: EXAMPLES.discord, TELEGRAM_TOKEN: EXAMPLES.telegramToken },
    ...{ TELEGRAM_CHAT: EXAMPLES.telegramChat, MESSENGERS_API_URL: messengers.url },
  };
  const { code } = await verify(keys, ["--yes"]);
  const results = (await resultsOfRuns()).filter(({ file }) => /calcom|messengers/.test(file));
  expect(results.filter(({ result }) => result !== "passed")).toEqual([]);
  expect([code, results.length]).toEqual([0, 7]);
  await messengers.close();
  await calendar.close();
});

test.runIf(isSoak)(
  "all steps of an owner pass, and nothing is left at the vendors",
  TIMEOUT,
  async () => {
    const dataFolder = (name: string) => path.join(folder, name);
    const stripe = await startStripe({ dataFolder: dataFolder("stripe"), port: 0 });
    const voice = await startVoicePlatform({
      dataFolder: dataFolder("voice"),
      port: 0,
      recognizer: "none",
    });
    const keys = {
      ...backendKeys(),
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_API_URL: stripe.url,
      VAPI_PRIVATE_KEY: voice.privateKey,
      VAPI_API_URL: voice.url,
    };
    const { code } = await verify(keys, ["--yes", "--calls", "--part", "Hark"]);
    const results = (await resultsOfRuns()).filter(
      ({ file }) => file === "tests/verify/business.cases.ts",
    );
    expect(results.filter(({ result }) => result !== "passed")).toEqual([]);
    expect([code, results.length]).toEqual([0, 9]);

    const headers = { Authorization: `Bearer ${voice.privateKey}` };
    for (const kind of ["assistant", "file?purpose=assistant", "tool", "call"]) {
      expect(await (await fetch(`${voice.url}/${kind}`, { headers })).json(), kind).toEqual([]);
    }
    await voice.close();
    await stripe.close();
  },
);

async function verify(
  keys: Record<string, string>,
  args: string[],
): Promise<{ code: number; output: string }> {
  const file = path.join(folder, "keys.env");
  const lines = Object.entries(keys).map(([name, value]) => `${name}='${value}'\n`);
  await writeFile(file, lines.join(""));
  const child = spawn(
    process.execPath,
    ["--import", "tsx", RUN, "--env-file", file, "--report", folder, ...args],
    { env: environmentWithoutVitest(), stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

function environmentWithoutVitest(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV)/.test(name));
  return Object.fromEntries(entries);
}

async function resultsOfRuns(): Promise<CaseResult[]> {
  const text = await readFile(path.join(folder, "verify-report.json"), "utf8");
  return JSON.parse(text) as CaseResult[];
}
