/** A deployment of Convex, asked and changed through the official CLI. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { quoted } from "../start/child-process.ts";
import type { Closing } from "../start/closing.ts";
import { runCommand } from "../start/convex-cli.ts";
import { LaunchError } from "../start/launch-error.ts";

export type Variables = Readonly<Record<string, string>>;

export interface Deployment {
  variables(): Promise<Variables>;
  setVariables(changes: Variables): Promise<void>;
  /** Calls one of our functions without arguments, an internal one too. */
  run(name: string): Promise<unknown>;
  push(): Promise<void>;
}

/** The CLI's own variables, of which one pair or the other names a deployment. */
const SELF_HOSTED = ["CONVEX_SELF_HOSTED_URL", "CONVEX_SELF_HOSTED_ADMIN_KEY"];
const CLOUD = ["CONVEX_DEPLOY_KEY"];

export const HOW_TO_NAME_ONE =
  `Name the deployment: ${CLOUD.join()} for Convex Cloud (a production deploy key from its settings), ` +
  `or ${SELF_HOSTED.join(" and ")} for one of your own. ` +
  "What npm start runs here is named by --env-file .local/convex.env.";

/** Which of the given variables name a deployment; null when none do. */
export function credentialsIn(given: NodeJS.Dict<string>): Variables | null {
  for (const names of [CLOUD, SELF_HOSTED]) {
    const found = names.map((name) => [name, given[name]?.trim() ?? ""] as const);
    if (found.every(([, value]) => value !== "")) return Object.fromEntries(found);
  }
  return null;
}

export async function openDeployment(
  credentials: Variables,
  closing: Closing,
): Promise<Deployment> {
  const folder = await mkdtemp(path.join(tmpdir(), "hark-deployment-"));
  closing.add(() => rm(folder, { recursive: true, force: true }));
  const envFile = path.join(folder, "convex.env");
  await writeFile(envFile, asEnvFile(credentials), { mode: 0o600 });

  async function command(what: string, args: string[], input?: string): Promise<string> {
    const run = { envFile, closing, ...(input === undefined ? {} : { input }) };
    const { isOk, output, printed } = await runCommand(args, run);
    if (isOk) return printed;
    throw new LaunchError(`${what} failed. The Convex CLI said:\n\n${quoted(output)}`);
  }

  return {
    async variables() {
      const listed = await command("Reading the deployment's environment", [
        "env",
        "list",
        "--include-values",
      ]);
      return parseEnv(listed) as Variables;
    },
    // By its standard input, since others on this machine can read the arguments of a process.
    async setVariables(changes) {
      const args = ["env", "set", "--force"];
      await command("Setting the deployment's environment", args, asEnvFile(changes));
    },
    async run(name) {
      return JSON.parse(await command(`Running ${name}`, ["run", name])) as unknown;
    },
    // Types are what `npm run check` is for.
    async push() {
      await command("Pushing the functions in convex/", [
        "deploy",
        "--codegen=disable",
        "--typecheck=disable",
      ]);
    },
  };
}

/** In quotes of a kind that the value does not have, as the format knows no way to write them within. */
function asEnvFile(variables: Variables): string {
  const lines = Object.entries(variables).map(([name, value]) => {
    const quote = ["'", '"', "`"].find((candidate) => !value.includes(candidate));
    if (quote === undefined) throw new LaunchError(`${name} has quotes of every kind.`);
    return `${name}=${quote}${value}${quote}`;
  });
  return `${lines.join("\n")}\n`;
}
