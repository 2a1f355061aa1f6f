/** A Convex deployment, read and changed with the official CLI. */
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
  removeVariable(name: string): Promise<void>;
  /** Calls one of our functions, also an internal one, without arguments. */
  run(name: string): Promise<unknown>;
  push(): Promise<void>;
}

/** The CLI's own variables. Each set names a deployment. */
const SELF_HOSTED = ["CONVEX_SELF_HOSTED_URL", "CONVEX_SELF_HOSTED_ADMIN_KEY"];
const CLOUD = ["CONVEX_DEPLOY_KEY"];

export const DEPLOYMENT_HELP =
  `Name the deployment: ${CLOUD.join()} for Convex Cloud (a production deploy key from its settings), ` +
  `or ${SELF_HOSTED.join(" and ")} for a self-hosted deployment. ` +
  "Use --env-file .local/convex.env for the one that npm start runs.";

const PREVIEW_PREFIX = "PREVIEW_";
const PREVIEW_HELP =
  "Name the preview's deployment: PREVIEW_CONVEX_DEPLOY_KEY for one on Convex Cloud (a deploy key from its settings), " +
  `or ${SELF_HOSTED.map((name) => PREVIEW_PREFIX + name).join(" and ")} for a self-hosted deployment.`;

/**
 * The variables that name the preview's deployment; null if the settings have none. Refuses a key of a whole project: each
 * preview that the CLI creates with one has another address (docs/fidelity.md, C5).
 */
export function previewCredentialsIn(settings: NodeJS.Dict<string>): Variables | null {
  const named = [...CLOUD, ...SELF_HOSTED].map(
    (name) => [name, settings[PREVIEW_PREFIX + name]?.trim() ?? ""] as const,
  );
  if (named.every(([, value]) => value === "")) return null;
  const credentials = credentialsIn(Object.fromEntries(named));
  if (credentials === null) throw new LaunchError(PREVIEW_HELP);
  const [kind = ""] = (credentials.CONVEX_DEPLOY_KEY ?? "").split("|");
  if (/^preview:[^:]*:|^project:/.test(kind)) {
    throw new LaunchError(
      "PREVIEW_CONVEX_DEPLOY_KEY names a project, and no deployment in it. " +
        "Create a deployment for the preview, and a deploy key in the settings of that deployment.",
    );
  }
  return credentials;
}

export function requirePreviewCredentials(
  settings: NodeJS.Dict<string>,
  live: Variables,
): Variables {
  const credentials = previewCredentialsIn(settings);
  if (credentials === null) throw new LaunchError(PREVIEW_HELP);
  if (identityOf(credentials) === identityOf(live)) {
    throw new LaunchError(
      "The preview's deployment is the live one. Nothing was changed. Create a second deployment, and name it with " +
        `${Object.keys(credentials)
          .map((name) => PREVIEW_PREFIX + name)
          .join(" and ")}.`,
    );
  }
  return credentials;
}

/** The deployment that credentials name. Two keys can name the same one. */
function identityOf({ CONVEX_DEPLOY_KEY, CONVEX_SELF_HOSTED_URL = "" }: Variables): string {
  if (CONVEX_DEPLOY_KEY !== undefined)
    return CONVEX_DEPLOY_KEY.replace(/^\w+:/, "").split("|")[0] ?? "";
  return URL.canParse(CONVEX_SELF_HOSTED_URL)
    ? new URL(CONVEX_SELF_HOSTED_URL).origin
    : CONVEX_SELF_HOSTED_URL;
}

/** The given variables that name a deployment; null if none do. */
export function credentialsIn(settings: NodeJS.Dict<string>): Variables | null {
  for (const names of [CLOUD, SELF_HOSTED]) {
    const found = names.map((name) => [name, settings[name]?.trim() ?? ""] as const);
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
    // By standard input, because others on this machine can read the arguments of a process.
    async setVariables(changes) {
      const args = ["env", "set", "--force"];
      await command("Setting the deployment's environment", args, asEnvFile(changes));
    },
    async removeVariable(name) {
      await command(`Removing ${name} from the environment`, ["env", "remove", name]);
    },
    async run(name) {
      return JSON.parse(await command(`Running ${name}`, ["run", name])) as unknown;
    },
    // `npm run check` checks the types.
    async push() {
      await command("Pushing the functions in convex/", [
        "deploy",
        "--codegen=disable",
        "--typecheck=disable",
      ]);
    },
  };
}

/** Uses quotes that the value does not contain, because the format has no way to escape them. */
function asEnvFile(variables: Variables): string {
  const lines = Object.entries(variables).map(([name, value]) => {
    const quote = ["'", '"', "`"].find((candidate) => !value.includes(candidate));
    if (quote === undefined) throw new LaunchError(`${name} contains every kind of quote.`);
    return `${name}=${quote}${value}${quote}`;
  });
  return `${lines.join("\n")}\n`;
}
