import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { must } from "@hark/stand-in-kit/must";
import { interruption } from "./interruption.ts";
import type { CaseResult } from "./record.ts";
import { REMOTE_VARIABLE, RESULTS_VARIABLE } from "./variables.ts";
import type { Remote } from "./remote.ts";
import { removeFolder, temporaryFolder } from "../temporary-folder.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const VITEST = path.join(ROOT, "node_modules/vitest/vitest.mjs");
const CONFIG = path.join(import.meta.dirname, "vitest.config.ts");

export interface Outcome {
  results: CaseResult[];
  /** Whether every file was run completely. */
  isWhole: boolean;
}

export interface Cases {
  files: string[];
  /** Only cases whose title contains this. */
  only?: string | undefined;
}

export async function runCases(cases: Cases, remote: Remote): Promise<Outcome> {
  const folder = await temporaryFolder("verify");
  const resultsFile = path.join(folder, "results");
  try {
    const code = await run(cases, {
      [REMOTE_VARIABLE]: JSON.stringify(remote),
      [RESULTS_VARIABLE]: resultsFile,
    });
    const results = linesOf(await readFile(resultsFile, "utf8").catch(() => ""));
    const hasFailed = results.some(({ result }) => result === "failed");
    const hasRun = results.length > 0 || cases.only !== undefined;
    return { results, isWhole: hasRun && (code === 0 || hasFailed) };
  } finally {
    await removeFolder(folder);
  }
}

/** Runs in its own process group, so that Ctrl-C reaches only the runner, which ends it. */
async function run({ files, only }: Cases, env: Record<string, string>): Promise<number | null> {
  const filter =
    only === undefined ? [] : ["--testNamePattern", only.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")];
  const child = spawn(process.execPath, [VITEST, "run", "--config", CONFIG, ...filter, ...files], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const end = () => process.kill(-must(child.pid, "the tests' process"), "SIGKILL");
  interruption.signal.addEventListener("abort", end);
  const [code] = (await once(child, "close")) as [number | null];
  interruption.signal.removeEventListener("abort", end);
  return code;
}

function linesOf(text: string): CaseResult[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as CaseResult);
}
