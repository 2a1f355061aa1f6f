/** The runner itself, on what runs on this machine as if it were far away: addresses and keys, and nothing else. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBackend } from "../../local/backend/backend.ts";
import type { Backend } from "../../local/backend/backend.ts";
import type { CaseResult } from "./record.ts";

const RUN = path.join(import.meta.dirname, "run.ts");

let folder: string;
let backend: Backend;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hark-verify-test-"));
  backend = await startBackend({ dataFolder: path.join(folder, "backend"), port: 0, sitePort: 0 });
});
afterAll(async () => {
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
  // Else this would be refused.
  expect((await verify(keysOf(backend), ["--yes", "--only", "[F2] time"])).code).toBe(0);
  expect((await results()).length).toBe(run.length);
});

test("what was interrupted, or broke, is removed", async () => {
  const interrupted = await verify(keysOf(backend), ["--yes"], "RUN");
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
