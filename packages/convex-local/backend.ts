/** A Convex-compatible backend on this machine: one process, one folder, two ports. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { openFrontDoor } from "@hark/stand-in-kit/front-door";
import { liveInUtc } from "@hark/stand-in-kit/time-zone";
import { createAuthenticator } from "./auth/authenticator.ts";
import { createTokenVerifier } from "./auth/identity.ts";
import { loadEnvironment } from "./deploy/environment.ts";
import { deployedCode } from "./deploy/deployed-code.ts";
import { createPush } from "./deploy/push.ts";
import { ensureSystemTables, loadCatalog } from "./engine/catalog-store.ts";
import { Database } from "./engine/database.ts";
import { openFileStore } from "./files/file-store.ts";
import { createUploadTokens } from "./files/upload-token.ts";
import { FunctionLog } from "./functions/function-log.ts";
import type { Host } from "./functions/host.ts";
import { QueryCache } from "./functions/query-cache.ts";
import { FunctionRunner } from "./functions/runner.ts";
import { createSyscalls } from "./functions/syscalls.ts";
import { FunctionThreads } from "./functions/threads.ts";
import { adminRoutes } from "./http/admin-routes.ts";
import { apiHandler } from "./http/api.ts";
import { serve } from "./http/exchange.ts";
import { functionRoutes } from "./http/function-routes.ts";
import { siteHandler } from "./http/site.ts";
import { testQueryRoute } from "./http/test-query-route.ts";
import { readOrCreateAdminKey } from "./admin-key.ts";
import { createCronRunner } from "./scheduler/crons.ts";
import { Scheduler } from "./scheduler/scheduler.ts";
import { createExports } from "./snapshots/exports.ts";
import { createImports } from "./snapshots/imports.ts";
import { openUploads } from "./snapshots/uploads.ts";
import { withSystemFunctions } from "./system/run-system.ts";
import { openSqliteStore } from "./storage/sqlite-store.ts";
import { createReplayLog } from "./sync/replay-log.ts";
import { acceptSockets } from "./sync/socket-server.ts";

export interface BackendOptions {
  dataFolder: string;
  /** Of the API and the sync protocol; 0 takes any that is free. */
  port: number;
  /** Of the app's HTTP actions; 0 takes any that is free. */
  sitePort: number;
  clock?: AdjustableClock;
  /** Whether clients do not see the text of errors other than ConvexErrors, as in production. */
  isRedacted?: boolean;
  log?: (line: string) => void;
  /** Whether scheduled functions run. Tools that only maintain the data leave them waiting. */
  runsScheduled?: boolean;
}

export interface Backend {
  url: string;
  siteUrl: string;
  adminKey: string;
  setEnvironment(variables: Record<string, string>): Promise<void>;
  /** Identifies the deployed code; null before the first push. */
  fingerprint(): string | null;
  /** Whether everything scheduled until now has run. For tests that move the clock. */
  isIdle(): boolean;
  close(): Promise<void>;
}

export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { dataFolder, clock = new AdjustableClock(), isRedacted = false } = options;
  const { runsScheduled = true } = options;
  const log = options.log ?? (() => undefined);
  const onError = (error: unknown) =>
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));

  liveInUtc();
  await mkdir(dataFolder, { recursive: true });
  const adminKey = await readOrCreateAdminKey(dataFolder);
  const filesFolder = path.join(dataFolder, "files");
  const files = await openFileStore(filesFolder);
  // The ports come first: if one is taken, no data has been touched.
  const apiDoor = await openFrontDoor({ port: options.port, onError });
  const siteDoor = await openFrontDoor({ port: options.sitePort, onError }).catch(
    async (error: unknown) => {
      await apiDoor.close();
      throw error;
    },
  );
  const { url } = apiDoor;
  const { url: siteUrl } = siteDoor;

  const dataFile = path.join(dataFolder, "data.sqlite");
  const database = new Database(
    openSqliteStore(dataFile, { onRefusal: ({ message }) => log(message), beside: [filesFolder] }),
    clock,
  );
  const hiddenTables = loadCatalog(database);
  ensureSystemTables(database, "");
  const own = { CONVEX_CLOUD_URL: url, CONVEX_SITE_URL: siteUrl };
  const environment = loadEnvironment(database, own);

  const host: Host = {
    clock,
    database,
    files,
    uploads: createUploadTokens(adminKey),
    log: new FunctionLog(),
    threads: new FunctionThreads({
      clockOffset: clock.sharedOffset,
      answer: (execution, question) => syscalls(execution, question),
    }),
    queries: new QueryCache({
      ...{ database, clock },
      run: (query, journal) =>
        functions.runQuery({ ...query, request: runner.newRequest() }, journal),
    }),
    deployment: () => push.current(),
    cloudUrl: () => url,
  };
  const runner = new FunctionRunner(host);
  const syscalls = createSyscalls(host, runner);
  const functions = withSystemFunctions(runner, host, () => siteUrl);
  const scheduler = new Scheduler({
    database,
    clock,
    runner,
    deployment: () => push.current(),
    onError,
  });
  const crons = createCronRunner(database, clock);
  const push = createPush({
    database,
    environment,
    threads: host.threads,
    code: deployedCode(dataFolder),
    onDeployed: (deployment) => {
      verifier.forgetKeys();
      host.queries.invalidateAll();
      if (runsScheduled) crons.adopt(deployment);
      scheduler.wake();
    },
  });
  const verifier = createTokenVerifier({
    providers: () => push.current().authProviders,
    clock,
    // Our own keys need no detour through the network.
    fetchDocument: (address) =>
      address.startsWith(siteUrl) ? site(new Request(address)) : fetch(address),
    isRedacted,
  });
  const authenticator = createAuthenticator(adminKey, verifier);
  const site = siteHandler({ host, runner, authenticator, isRedacted, onError });

  await push.restore();
  if (runsScheduled) scheduler.start();

  const snapshotFolder = path.join(dataFolder, "snapshots");
  const uploads = await openUploads(path.join(snapshotFolder, "imports"));
  const imports = createImports({ host, uploads, onError });
  const exports = createExports({
    database,
    files,
    folder: path.join(snapshotFolder, "exports"),
    now: () => clock.now(),
    onError,
  });
  imports.resume(hiddenTables);
  exports.resume();
  const replayLog = createReplayLog(database);
  const swept = replayLog.sweep(clock.now()).catch(onError);
  const routes = {
    ...functionRoutes({ host, runner: functions, authenticator, isRedacted }),
    "POST /api/run_test_function": testQueryRoute({ host, push, authenticator }),
    ...adminRoutes({
      host,
      push,
      authenticator,
      siteUrl: () => siteUrl,
      advanceClock: (ms) => clock.advance(ms),
      snapshots: { exports, imports, uploads },
    }),
  };
  const sockets = acceptSockets({
    newSession: {
      clock,
      runner: functions,
      queries: host.queries,
      authenticator,
      replayLog,
      latest: () => database.latest(),
      isRedacted,
    },
    onError,
  });
  apiDoor.serve(serve(apiHandler({ host, runner, routes, site }), onError), sockets.accept);
  siteDoor.serve(serve(site, onError));

  return {
    url,
    siteUrl,
    adminKey,
    async setEnvironment(changes) {
      const known = environment.all();
      const changed = Object.entries(changes).filter(([name, value]) => known[name] !== value);
      if (changed.length === 0) return;
      await push.changeVariables(changed.map(([name, value]) => ({ name, value })));
    },
    fingerprint: () => push.fingerprint(),
    isIdle: () => scheduler.isIdle(),
    async close() {
      sockets.close();
      await Promise.all([apiDoor.close(), siteDoor.close()]);
      crons.close();
      await Promise.all([scheduler.close(), imports.close(), exports.close()]);
      await host.threads.close();
      await swept;
      host.queries.close();
      database.close();
    },
  };
}
