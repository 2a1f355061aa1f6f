/** The real deployment: what it contains, marking it as used by a run, and emptying it. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Facts } from "../../tools/operate/examine/target.ts";
import { adminClient, postAsAdmin, setEnvironment } from "../admin-client.ts";
import { CLI, PUSH } from "../contract/deployment.ts";
import { Refusal } from "./settings.ts";
import type { ConvexKeys } from "./settings.ts";

/** A variable of the deployment that names the run that uses it. */
const MARK = "HARK_VERIFY_RUN";
const run = promisify(execFile);

export interface Deployment {
  url: string;
  siteUrl: string;
  adminKey: string;
  isCloud: boolean;
  isProduction: boolean;
  /** The run whose leftovers it contains. Refuses a deployment with any other content. */
  ownerOf(): Promise<string | null>;
  /** Marks it as used by this run. */
  take(runId: string): Promise<void>;
  push(app: string): Promise<void>;
  setVariables(variables: Record<string, string | null>): Promise<void>;
  /** ID of the webhook credential at Vapi that Hark created; null if there is none. */
  voiceCredential(): Promise<string | null>;
  /** Removes everything. Only for a marked deployment. */
  clear(): Promise<void>;
}

interface Contents {
  tables: string[];
  functions: string[];
  variables: string[];
  components: { id: string; path: string }[];
  files: number;
}

export async function openDeployment(keys: ConvexKeys): Promise<Deployment> {
  const url = keys.kind === "self-hosted" ? keys.url : await urlOf(keys);
  const adminKey = keys.kind === "self-hosted" ? keys.adminKey : keys.deployKey;
  const admin = adminClient(url, adminKey);
  const siteUrl = await admin.query(SITE_URL, {}).catch((error: unknown) => {
    throw new Refusal(`${url} does not take the key: ${String(error)}`, { cause: error });
  });

  const variables = () => readVariables(admin);

  async function contents(): Promise<Contents> {
    const first = { paginationOpts: { cursor: null, numItems: 100 } };
    const functions = await admin.query(FUNCTIONS, {});
    const components = await admin.query(COMPONENTS, {});
    return {
      tables: (await admin.query(TABLES, first)).page.map(({ name }) => name),
      functions: functions.map(({ identifier, path: route }) => identifier ?? route ?? "a route"),
      variables: Object.keys(await variables()),
      components: components.filter(({ path: at }) => at !== ""),
      files: await admin.query(FILES, {}),
    };
  }

  const deployment: Deployment = {
    url,
    siteUrl,
    adminKey,
    isCloud: keys.kind === "cloud",
    isProduction: keys.kind === "cloud" && /^(prod:|[^:]*$)/.test(keys.deployKey),
    async ownerOf() {
      const mark = (await variables())[MARK];
      if (mark !== undefined) return mark;
      const found = describe(await contents());
      if (found === "") return null;
      throw new Refusal(
        `The deployment at ${url} is in use: it holds ${found}.\n` +
          "The cases replace its functions and empty its tables, so they need an empty " +
          "deployment. Create one and give its key.",
      );
    },
    take: (runId) => deployment.setVariables({ [MARK]: runId }),
    async push(app) {
      await cli(keys, app, ...PUSH);
    },
    setVariables: (changed) => setEnvironment({ url, adminKey }, changed),
    async voiceCredential() {
      const functions = await admin.query(FUNCTIONS, {});
      const isThere = functions.some(({ identifier }) => identifier?.startsWith(FACTS_FILE));
      return isThere ? (await admin.query(FACTS, {})).credentialId : null;
    },
    async clear() {
      if ((await variables())[MARK] === undefined) throw new Error("It is not marked.");
      // Without functions nothing is scheduled, and without a schema all tables can be deleted.
      await withEmptyApp((app) => deployment.push(app));
      await removeFiles();
      const { tables, components, variables: names } = await contents();
      // get-convex/convex-backend, crates/local_backend/src/dashboard.rs.
      if (tables.length > 0) await postAsAdmin(deployment, "delete_tables", { tableNames: tables });
      // Nested components are removed with it.
      for (const { id, path: at } of components) {
        if (!at.includes("/"))
          await postAsAdmin(deployment, "delete_component", { componentId: id });
      }
      const others = names.filter((name) => name !== MARK);
      await deployment.setVariables(Object.fromEntries(others.map((name) => [name, null])));
      // Last, so that an interrupted clean-up can be recognized.
      await deployment.setVariables({ [MARK]: null });
    },
  };
  return deployment;

  async function removeFiles(): Promise<void> {
    for (;;) {
      const paginationOpts = { cursor: null, numItems: 100 };
      const { page } = await admin.query(FILE_PAGE, { paginationOpts });
      if (page.length === 0) return;
      await admin.mutation(DELETE_FILES, { storageIds: page.map(({ _id }) => _id) });
    }
  }
}

export async function readVariables(admin: ConvexHttpClient): Promise<Record<string, string>> {
  const found = await admin.query(VARIABLES, {});
  return Object.fromEntries(found.map(({ name, value }) => [name, value]));
}

function describe({ tables, functions, variables, components, files }: Contents): string {
  const parts = [
    some("tables", tables),
    some("functions", functions),
    some("variables", variables),
    some(
      "components",
      components.map(({ path: at }) => at),
    ),
    files === 0 ? [] : [`${files} files`],
  ];
  return parts.flat().join("; ");
}

const NAMED = 5;

function some(what: string, names: string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  return [`${what} ${names.slice(0, NAMED).join(", ")}${more}`];
}

/** A key names a deployment but not its URL, which the CLI requests from Convex (lib/deploymentSelection.ts). */
async function urlOf(keys: ConvexKeys): Promise<string> {
  const { stdout } = await cli(keys, tmpdir(), "function-spec").then(
    (output) => output,
    (error: unknown) => {
      throw new Refusal(`CONVEX_DEPLOY_KEY is not taken:\n${String(error)}`, { cause: error });
    },
  );
  return (JSON.parse(stdout) as { url: string }).url;
}

/** Writes the key to a separate file, because without `--env-file` the CLI reads `.env.local`. */
async function cli(keys: ConvexKeys, cwd: string, ...args: string[]): Promise<{ stdout: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "hark-verify-"));
  const file = path.join(folder, "env");
  try {
    await writeFile(file, envFile(keys), { mode: 0o600 });
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith("CONVEX_"));
    const env = { ...Object.fromEntries(own), CI: "1" };
    return await run(process.execPath, [CLI, ...args, "--env-file", file], { cwd, env });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function envFile(keys: ConvexKeys): string {
  if (keys.kind === "cloud") return `CONVEX_DEPLOY_KEY='${keys.deployKey}'\n`;
  const { url, adminKey } = keys;
  return `CONVEX_SELF_HOSTED_URL='${url}'\nCONVEX_SELF_HOSTED_ADMIN_KEY='${adminKey}'\n`;
}

/** Below the project, so that the CLI finds the convex package. */
async function withEmptyApp(task: (folder: string) => Promise<unknown>): Promise<void> {
  const parent = path.join(import.meta.dirname, "../../node_modules/.cache");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(path.join(parent, "empty-app-"));
  try {
    await mkdir(path.join(folder, "convex"));
    await cp(
      path.join(import.meta.dirname, "../contract/app/package.json"),
      path.join(folder, "package.json"),
    );
    await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const FACTS_FILE = "operator.js:facts";
// get-convex/convex-backend, npm-packages/system-udfs/convex/_system: what the CLI and the dashboard read and do.
type Paged = { paginationOpts: { cursor: string | null; numItems: number } };
type None = Record<string, never>;
interface FunctionSpec {
  identifier?: string;
  path?: string;
}
const query = makeFunctionReference as <Args extends Record<string, unknown>, Result>(
  name: string,
) => ReturnType<typeof makeFunctionReference<"query", Args, Result>>;
const SITE_URL = query<None, string>("_system/frontend/convexSiteUrl");
const VARIABLES = query<None, { name: string; value: string }[]>(
  "_system/cli/queryEnvironmentVariables",
);
const FACTS = query<None, Pick<Facts, "credentialId">>("operator:facts");
const FUNCTIONS = query<None, FunctionSpec[]>("_system/cli/modules:apiSpec");
const COMPONENTS = query<None, { id: string; path: string }[]>("_system/frontend/components:list");
const FILES = query<None, number>("_system/frontend/fileStorageV2:numFiles");
const TABLES = query<Paged, { page: { name: string }[] }>("_system/cli/tables");
const FILE_PAGE = query<Paged, { page: { _id: string }[] }>(
  "_system/frontend/fileStorageV2:fileMetadata",
);
const DELETE_FILES = makeFunctionReference<"mutation", { storageIds: string[] }, null>(
  "_system/frontend/fileStorageV2:deleteFiles",
);
