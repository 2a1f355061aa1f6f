/** A real deployment with empty tables, for cases that otherwise start a local one. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { adminClient, postAsAdmin, setEnvironment } from "../admin-client.ts";
import type { AnyDeployment } from "../contract/any-deployment.ts";
import { CLI, PUSH } from "../contract/deployment.ts";
import { LONGEST_WAIT_MS, tokensOf } from "./remote-backend.ts";
import { needs } from "./remote.ts";
import type { RemoteConvex } from "./remote.ts";

const run = promisify(execFile);

export async function openRemoteDeployment(
  remote: RemoteConvex,
  environment: Record<string, string> = {},
): Promise<AnyDeployment> {
  const { url, siteUrl, adminKey, appFolder } = remote;
  await empty(remote);
  await setEnvironment(remote, environment);
  let isChanged = false;
  const cliIn: AnyDeployment["cliIn"] = (cwd, ...args) => {
    isChanged ||= cwd !== appFolder;
    return run(process.execPath, [CLI, ...args], { cwd, env: cliEnvironment(remote) });
  };
  return {
    backend: {
      url,
      siteUrl,
      adminKey,
      isIdle: () => needs("control"),
      setEnvironment: (variables) => setEnvironment(remote, variables),
    },
    clock: {
      now: () => Date.now(),
      // Short delays pass in real time.
      advance: (ms) => (ms > LONGEST_WAIT_MS ? needs("clock") : undefined),
    },
    cli: (...args) => cliIn(appFolder, ...args),
    cliIn,
    signToken: tokensOf(remote),
    restart: async () => needs("process"),
    forFunctions: (address) => (remote.isHere ? address : needs("thisMachine")),
    cliEnvironment: () => cliEnvironment(remote),
    onlyHere: (need = "standIn") => needs(need),
    async close() {
      // Later files need the app's own schema.
      if (isChanged) await cliIn(appFolder, ...PUSH);
    },
  };
}

/** Cancels scheduled functions of earlier files and empties all tables. */
async function empty(remote: RemoteConvex): Promise<void> {
  await postAsAdmin(remote, "cancel_all_jobs");
  const admin = adminClient(remote.url, remote.adminKey);
  const { page } = await admin.query(TABLES, { paginationOpts: { cursor: null, numItems: 100 } });
  for (const { name } of page) await clear(admin, name);
}

async function clear(admin: ConvexHttpClient, tableName: string): Promise<void> {
  let cursor: string | null = null;
  for (;;) {
    const cleared: Cleared = await admin.mutation(CLEAR_PAGE, { tableName, cursor });
    if (!cleared.hasMore) return;
    cursor = cleared.continueCursor;
  }
}

/** An environment that names this deployment only, whatever the developer has set. */
function cliEnvironment({ url, adminKey, isCloud }: RemoteConvex): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("CONVEX_"));
  const named = isCloud
    ? { CONVEX_DEPLOY_KEY: adminKey }
    : { CONVEX_SELF_HOSTED_URL: url, CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey };
  return { ...Object.fromEntries(own), CI: "1", ...named };
}

interface Cleared {
  hasMore: boolean;
  continueCursor: string;
}

// get-convex/convex-backend, npm-packages/system-udfs/convex/_system.
const TABLES = makeFunctionReference<
  "query",
  { paginationOpts: { cursor: string | null; numItems: number } },
  { page: { name: string }[] }
>("_system/cli/tables");
const CLEAR_PAGE = makeFunctionReference<
  "mutation",
  { tableName: string; cursor: string | null },
  Cleared
>("_system/frontend/clearTablePage");
