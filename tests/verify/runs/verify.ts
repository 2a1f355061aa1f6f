/** The runner itself, on what runs on this machine as if it were far away: addresses and keys, and nothing else. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Backend } from "../../../local/backend/backend.ts";
import type { CaseResult } from "../record.ts";

const RUN = path.join(import.meta.dirname, "../run.ts");

/** Ends what hangs: whole parts take minutes where many share a machine. */
export const RUN_PATIENCE = { timeout: 1_800_000 };

export interface Ended {
  code: number;
  said: string;
}

/** Runs that write their reports into one folder. */
export interface Runs {
  folder: string;
  /** `until` is what it has to have said before it is interrupted. */
  verify(keys: Record<string, string>, args?: string[], until?: string): Promise<Ended>;
  results(): Promise<CaseResult[]>;
  close(): Promise<void>;
}

export async function openRuns(): Promise<Runs> {
  const folder = await mkdtemp(path.join(tmpdir(), "hark-verify-test-"));
  return {
    folder,
    async verify(keys, args = [], until) {
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
    },
    async results() {
      const text = await readFile(path.join(folder, "verify-report.json"), "utf8");
      return JSON.parse(text) as CaseResult[];
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Without what the runner of these tests has set. */
function strangersEnvironment(): NodeJS.ProcessEnv {
  const strange = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV)/.test(name));
  return Object.fromEntries(strange);
}

export const keysOf = ({ url, adminKey }: Backend) => ({
  CONVEX_SELF_HOSTED_URL: url,
  CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey,
});
