/** The whole product on this machine: backend, functions and app. `npm start` and the browser tests run it. */
import { existsSync } from "node:fs";
import path from "node:path";
import { startBackend } from "@hark/convex-local";
import type { Backend } from "@hark/convex-local";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import type { RequestHandler } from "@hark/stand-in-kit/front-door";
import { asOperator } from "./deployment.ts";
import { openAppServer, serveStaticSite } from "./web/app-server.ts";
import type { AppServer } from "./web/app-server.ts";
import { withDrawnButton } from "./web/button-proxy.ts";
import { audienceOf } from "./web/security-headers.ts";
import { openStaticSite } from "./web/static-site.ts";
import { keptAuthKeys } from "./auth-keys.ts";
import { writeOwnEnvFile } from "./cli-settings.ts";
import type { CliSettings } from "./cli-settings.ts";
import type { Closing } from "./closing.ts";
import { FUNCTION_FOLDERS, pushFunctions, watchFunctions } from "./convex-cli.ts";
import { takeDrawnButton } from "./drawn-button.ts";
import { keptSecret } from "./kept-secret.ts";
import { PROJECT_ROOT } from "./project-root.ts";
import type { Settings } from "./settings.ts";
import { startVendors } from "./vendors.ts";
import type { Vendors } from "./vendors.ts";
import { makeUnlessUpToDate } from "./up-to-date.ts";
import { APP_FOLDERS, buildApp, developApp } from "./vite.ts";

export interface StackOptions {
  /** Port 0 takes any that is free. */
  settings: Settings;
  /** Built as for production, or rebuilt at every change. */
  mode: "built" | "watched";
  closing: Closing;
  log: (line: string) => void;
  /** Without it, what the wall clock shows. */
  clock?: AdjustableClock;
  /** What it answers itself never reaches the app. */
  answersFirst?: (...visit: Parameters<RequestHandler>) => boolean;
}

export interface Stack {
  appUrl: string;
  backendUrl: string;
  siteUrl: string;
  adminKey: string;
  clock: AdjustableClock;
  vendors: Pick<Vendors, "voice" | "stripe" | "mail">;
  /** Resolves once all that was scheduled for by now has run, and all was told to whom it concerns. */
  settled: () => Promise<void>;
  stopBackend(): Promise<void>;
  /** Starts the stopped backend again, on the same ports and data. */
  startBackend(): Promise<void>;
}

export async function startStack(options: StackOptions): Promise<Stack> {
  const { settings, mode, closing, log, clock = new AdjustableClock() } = options;
  const { answersFirst = () => false } = options;
  const { dataFolder } = settings;

  const app = answeringFirst(
    await openAppServer(settings.port, (error) => log(String(error))),
    answersFirst,
  );
  closing.add(() => app.close());

  const open = (port: number, sitePort: number): Promise<Backend> =>
    startBackend({
      dataFolder: path.join(dataFolder, "backend"),
      port,
      sitePort,
      clock,
      // What runs as built hides the text of errors as production does; who develops wants to see it.
      isRedacted: mode === "built",
      log,
    });
  // New ones take a moment to be found, in which the backend opens.
  const keys = keptAuthKeys(dataFolder);
  keys.catch(() => undefined);
  // Before the backend makes its data, by whose presence it is known whether the secret was lost.
  const trialKey = await keptSecret({
    file: path.join(dataFolder, "trial-key"),
    beside: path.join(dataFolder, "backend", "data.sqlite"),
    withAnother:
      "links in mail of before open nothing, receivers have to be given their webhooks' secrets anew, and who had a trial is not known any more",
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
  });
  const envFile = await writeOwnEnvFile(dataFolder, { url: backendUrl, adminKey });
  closing.check();

  const addresses = { backendUrl, siteUrl, callMachineUrl: vendors.voice.callMachineUrl };
  if (mode === "watched") {
    await watchFunctions({ envFile, closing }, log);
    await resendOutdated({ url: backendUrl, adminKey });
    await developApp(app, addresses, closing);
  } else {
    const outFolder = path.join(dataFolder, "web");
    const variables = { VITE_SITE_URL: app.url };
    const appVariables = Object.entries(process.env).filter(([name]) => name.startsWith("VITE_"));
    const [, site] = await Promise.all([
      makeUnlessUpToDate({
        projectRoot: PROJECT_ROOT,
        stampFile: path.join(dataFolder, "functions.stamp"),
        folders: FUNCTION_FOLDERS,
        state: () => ({ addresses, deployed: backend.fingerprint() }),
        make: () => pushFunctions({ envFile, closing }),
      }),
      makeUnlessUpToDate({
        projectRoot: PROJECT_ROOT,
        stampFile: path.join(dataFolder, "app.stamp"),
        folders: APP_FOLDERS,
        state: () => ({
          ...{ addresses, variables, appVariables },
          isBuilt: existsSync(path.join(outFolder, "index.html")),
        }),
        make: () => buildApp({ addresses, outFolder, closing, variables }),
      }).then(() =>
        openStaticSite(outFolder, { backendUrl, siteUrl, voiceUrls: [vendors.voice.url] }),
      ),
    ]);
    const serve = withDrawnButton(siteUrl, serveStaticSite(site));
    app.use((request, response, url) => {
      if (audienceOf(url.pathname) === "visitors") vendors.voice.expectCall();
      serve(request, response, url);
    });
    await Promise.all([
      takeDrawnButton({ url: backendUrl, adminKey }),
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

/** Assistants that an older version saved are brought in step in the background. */
async function resendOutdated(backend: CliSettings): Promise<void> {
  await asOperator(backend).mutation("operator:resendOutdated");
}

function answeringFirst(
  app: AppServer,
  answersFirst: NonNullable<StackOptions["answersFirst"]>,
): AppServer {
  return {
    ...app,
    use: (handler, upgradeHandler) =>
      app.use((...visit) => {
        if (!answersFirst(...visit)) handler(...visit);
      }, upgradeHandler),
  };
}

const LOOK_AGAIN_MS = 5;

/** What runs may send to Stripe, and what Stripe tells may set something going. */
async function settled(isIdle: () => boolean, { stripe }: Pick<Vendors, "stripe">): Promise<void> {
  for (let before = -1; ;) {
    // The clock's alarms ring a moment after it was moved.
    do await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    while (!isIdle());
    const events = await stripe.webhooksSettled();
    if (events === before && isIdle()) return;
    before = events;
  }
}
