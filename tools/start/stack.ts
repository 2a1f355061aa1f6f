/** The whole product on this machine: backend, functions and app. Used by `npm start` and the browser tests. */
import { existsSync } from "node:fs";
import path from "node:path";
import { startBackend } from "@hark/convex-local";
import type { Backend } from "@hark/convex-local";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import type { RequestHandler } from "@hark/stand-in-kit/front-door";
import { asOperator } from "./deployment.ts";
import { openAppServer, serveStaticSite } from "./web/app-server.ts";
import type { AppServer } from "./web/app-server.ts";
import { proxyWidgetPages } from "./web/widget-page-proxy.ts";
import { audienceOf } from "./web/security-headers.ts";
import { openStaticSite } from "./web/static-site.ts";
import { readOrCreateAuthKeys } from "./auth-keys.ts";
import { writeOwnEnvFile } from "./cli-settings.ts";
import type { CliSettings } from "./cli-settings.ts";
import type { Closing } from "./closing.ts";
import { FUNCTION_FOLDERS, pushFunctions, watchFunctions } from "./convex-cli.ts";
import { refreshWidgetPage } from "./refresh-widget-page.ts";
import { readOrCreateSecret } from "./stored-secret.ts";
import { PROJECT_ROOT } from "./project-root.ts";
import type { Settings } from "./settings.ts";
import { startVendors } from "./vendors.ts";
import type { Vendors } from "./vendors.ts";
import { beginUpdate } from "./update-data.ts";
import { runUnlessUpToDate } from "./up-to-date.ts";
import { APP_FOLDERS, buildApp, developApp } from "./vite.ts";

export interface StackOptions {
  /** Port 0 means any free port. */
  settings: Settings;
  /** Built as for production, or rebuilt after every change. */
  mode: "built" | "watched";
  closing: Closing;
  log: (line: string) => void;
  /** The system clock if missing. */
  clock?: AdjustableClock;
  /** How long the talk button's page may take. The default is production's. */
  widgetPageTimeoutMs?: number;
  /** Sees each request before the app. Returns true if it has answered the request. */
  intercept?: (...args: Parameters<RequestHandler>) => boolean;
}

export interface Stack {
  appUrl: string;
  backendUrl: string;
  siteUrl: string;
  adminKey: string;
  clock: AdjustableClock;
  vendors: Pick<Vendors, "voice" | "stripe" | "mail" | "messengers" | "calendar">;
  /** Resolves once all due scheduled functions have run and all webhooks are delivered. */
  settled: () => Promise<void>;
  stopBackend(): Promise<void>;
  /** Starts the stopped backend again, on the same ports and data. */
  startBackend(): Promise<void>;
}

export async function startStack(options: StackOptions): Promise<Stack> {
  const { settings, mode, closing, log, clock = new AdjustableClock() } = options;
  const { intercept = () => false } = options;
  const { dataFolder } = settings;

  const app = withInterceptor(
    await openAppServer(settings.port, (error) => log(String(error))),
    intercept,
  );
  closing.add(() => app.close());

  const open = (port: number, sitePort: number): Promise<Backend> =>
    startBackend({
      dataFolder: path.join(dataFolder, "backend"),
      port,
      sitePort,
      clock,
      // A built app hides error texts as production does. During development they are shown.
      isRedacted: mode === "built",
      log,
    });
  // Generating keys takes a moment, so the backend starts meanwhile.
  const keys = readOrCreateAuthKeys(dataFolder);
  keys.catch(() => undefined);
  // Before the backend creates its data file, which shows whether an earlier secret was lost.
  const trialKey = await readOrCreateSecret({
    file: path.join(dataFolder, "trial-key"),
    dataFile: path.join(dataFolder, "backend", "data.sqlite"),
    consequence:
      "earlier links in mail no longer work, webhook endpoints have new secrets, and used trials are forgotten",
    log,
  });
  let backend = await open(settings.backendPort, settings.sitePort);
  closing.add(() => backend.close());
  closing.check();

  const { url: backendUrl, siteUrl, adminKey } = backend;
  const [authKeys, vendors] = await Promise.all([
    keys,
    startVendors({ settings, clock, siteUrl, closing, log }),
  ]);
  await backend.setEnvironment({
    ...authKeys,
    ...vendors.variables,
    TRIAL_KEYS: trialKey,
    SITE_URL: app.url,
    WEBHOOK_RECEIVERS: (settings.webhookReceivers ?? []).join(" "),
    LOCAL_WEBSITES: (settings.localWebsites ?? []).join(" "),
  });
  const envFile = await writeOwnEnvFile(dataFolder, { url: backendUrl, adminKey });
  closing.check();

  const update = await beginUpdate(
    { url: backendUrl, adminKey, envFile, closing },
    { dataFolder, log },
  );
  closing.check();
  const addresses = { backendUrl, siteUrl, callMachineUrl: vendors.voice.callMachineUrl };
  if (mode === "watched") {
    await watchFunctions({ envFile, closing }, log);
    await update.finish();
    await resendOutdated({ url: backendUrl, adminKey });
    await developApp(app, addresses, closing);
  } else {
    const outFolder = path.join(dataFolder, "web");
    const variables = { VITE_SITE_URL: app.url };
    const appVariables = Object.entries(process.env).filter(([name]) => name.startsWith("VITE_"));
    const [, site] = await Promise.all([
      runUnlessUpToDate({
        projectRoot: PROJECT_ROOT,
        stampFile: path.join(dataFolder, "functions.stamp"),
        folders: FUNCTION_FOLDERS,
        state: () => ({ addresses, deployed: backend.fingerprint() }),
        run: () => pushFunctions({ envFile, closing }),
      }).then(() => update.finish()),
      runUnlessUpToDate({
        projectRoot: PROJECT_ROOT,
        stampFile: path.join(dataFolder, "app.stamp"),
        folders: APP_FOLDERS,
        state: () => ({
          ...{ addresses, variables, appVariables },
          isBuilt: existsSync(path.join(outFolder, "index.html")),
        }),
        run: () => buildApp({ addresses, outFolder, closing, variables }),
      }).then(() =>
        openStaticSite(outFolder, { backendUrl, siteUrl, voiceUrls: [vendors.voice.url] }),
      ),
    ]);
    const serve = proxyWidgetPages(siteUrl, serveStaticSite(site), {
      timeoutMs: options.widgetPageTimeoutMs,
    });
    app.use((request, response, url) => {
      if (audienceOf(url.pathname) === "visitors") vendors.voice.expectCall();
      serve(request, response, url);
    });
    await Promise.all([
      refreshWidgetPage({ url: backendUrl, adminKey }),
      asOperator({ url: backendUrl, adminKey }).mutation("operator:updateLandingAssistant"),
      resendOutdated({ url: backendUrl, adminKey }),
    ]);
  }
  closing.check();

  return {
    appUrl: app.url,
    backendUrl,
    siteUrl,
    adminKey,
    clock,
    vendors,
    settled: () => settled(() => backend.isIdle(), vendors),
    stopBackend: () => backend.close(),
    async startBackend() {
      backend = await open(Number(new URL(backendUrl).port), Number(new URL(siteUrl).port));
    },
  };
}

/** Sends assistants that an older version saved to the voice platform again, in the background. */
async function resendOutdated(backend: CliSettings): Promise<void> {
  await asOperator(backend).mutation("operator:resendOutdated");
}

function withInterceptor(
  app: AppServer,
  intercept: NonNullable<StackOptions["intercept"]>,
): AppServer {
  return {
    ...app,
    use: (handler, upgradeHandler) =>
      app.use((...args) => {
        if (!intercept(...args)) handler(...args);
      }, upgradeHandler),
  };
}

const POLL_MS = 5;

/** Repeats until nothing is left: jobs may send requests to Stripe, and Stripe's webhooks may enqueue jobs. */
async function settled(isIdle: () => boolean, { stripe }: Pick<Vendors, "stripe">): Promise<void> {
  for (let before = -1; ;) {
    // The clock's timers fire a moment after it was moved.
    do await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    while (!isIdle());
    const events = await stripe.webhooksSettled();
    if (events === before && isIdle()) return;
    before = events;
  }
}
