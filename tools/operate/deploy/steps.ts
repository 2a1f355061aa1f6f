/** The steps of a deploy. Each can be repeated safely. */
import { spawn } from "node:child_process";
import path from "node:path";
import type { Closing } from "../../start/closing.ts";
import { LaunchError } from "../../start/launch-error.ts";
import {
  deployedStates,
  refuseNewer,
  runMigrations,
  type RunFunction,
} from "../../start/migrations.ts";
import { buildApp } from "../../start/vite.ts";
import type { Deployment, Variables } from "../deployment.ts";
import { withSuccessors } from "../retired-voices.ts";
import { examine } from "../examine/examine.ts";
import { formatFindings, type Finding } from "../examine/finding.ts";
import type { Facts, Target } from "../examine/target.ts";
import { examineVariables } from "../examine/variables.ts";
import { recordLive, releasesIn } from "../releases/record.ts";
import type { WorkingRelease } from "../releases/release.ts";
import { stripeFrom } from "../vendors.ts";
import {
  changedVariables,
  generateVariables,
  missingSettings,
  type REQUIRED_SETTINGS,
} from "./variables.ts";
import { ensureEndpoint, createProducts } from "./stripe-setup.ts";

export interface DeployOptions {
  deployment: Deployment;
  /** Settings from a file or the shell. */
  settings: NodeJS.Dict<string>;
  /** Asks for a missing setting; null if nobody can answer. */
  ask: ((name: (typeof REQUIRED_SETTINGS)[number]) => Promise<string>) | null;
  /** What is deployed. Null for a preview, which is recorded when it has passed. */
  release: WorkingRelease | null;
  /** The app is built into it. */
  outFolder: string;
  /** A command that uploads the built folder. It runs in the folder around it. */
  put: string | null;
  /** Whether voices that their provider withdraws are replaced by their successors. */
  replacesVoices?: boolean;
  voices: Target["voices"];
  closing: Closing;
  log: (line: string) => void;
}

const DATA = "The deployment's data";
const POLL_MS = 2_000;

export async function deploy(options: DeployOptions): Promise<Finding[]> {
  const { deployment, log } = options;
  const run: RunFunction = (name) => deployment.run(name);
  refuseNewer(await deployedStates(run), DATA);
  // Read before anything changes, because a record that cannot be read is an error.
  const releases = releasesIn(await deployment.variables());
  const variables = await prepareEnvironment(options);
  log("Pushing the functions.");
  await deployment.push();
  // What follows may fail, but these functions are live.
  if (options.release !== null) await recordLive(deployment, releases, options.release);
  // They go on in the deployment while the app is built.
  await run("operator:startMigrations");
  const facts = (await deployment.run("operator:facts")) as Facts;
  await deployment.run("operator:updateLandingAssistant");
  await deployment.run("operator:resendOutdated");
  await prepareStripe(options, variables, facts);
  log(`Building the app for ${facts.cloudUrl}.`);
  await buildFor(facts, variables, options);
  if (options.put === null) log(uploadInstructions(options, variables));
  else {
    await upload(options.put, path.dirname(options.outFolder));
    // Otherwise they would fetch it within five minutes.
    await deployment.run("talkButton/widgetPage:refreshAssets");
  }
  log("Updating the stored data.");
  await runMigrations(run, { data: DATA, pollMs: POLL_MS, log });
  log("Checking the deployment.");
  return await examine(options);
}

/** Checks all variables before it sets any. */
async function prepareEnvironment({
  deployment,
  settings: given,
  replacesVoices = false,
  ask,
  log,
}: DeployOptions): Promise<Variables> {
  const present = await deployment.variables();
  const settings = replacesVoices
    ? { ...given, VOICE_IDS: withSuccessors(given.VOICE_IDS ?? present.VOICE_IDS) }
    : given;
  const changes = changedVariables(settings, present);
  const missing = missingSettings({ ...present, ...changes });
  if (missing.length > 0 && ask === null) {
    throw new LaunchError(
      `These are not set: ${missing.join(", ")}. Put them into the file that --env-file names.`,
    );
  }
  for (const name of missing) changes[name] = (await ask?.(name)) ?? "";
  const created = await generateVariables({ ...present, ...changes });
  const variables = { ...present, ...changes, ...created };
  const faults = examineVariables(variables).filter(
    // Set by a later step.
    ({ verdict, code }) => verdict === "fault" && code !== "STRIPE_WEBHOOK_SECRET-missing",
  );
  if (faults.length > 0) {
    throw new LaunchError(
      `Nothing was changed. The settings cannot be used:\n\n${formatFindings(faults)}`,
    );
  }
  const names = [...Object.keys(changes), ...Object.keys(created)];
  if (names.length > 0) {
    log(`Setting ${names.join(", ")}.`);
    await deployment.setVariables({ ...changes, ...created });
  }
  return variables;
}

async function prepareStripe(
  { deployment, log }: DeployOptions,
  variables: Variables,
  { siteUrl }: Facts,
): Promise<void> {
  const stripe = stripeFrom(variables);
  log("Creating what is missing at Stripe.");
  await createProducts(stripe);
  const isSecretKnown = (variables.STRIPE_WEBHOOK_SECRET ?? "") !== "";
  const created = await ensureEndpoint(stripe, `${siteUrl}/stripe`, { isSecretKnown });
  if (created === null) return;
  await deployment.setVariables({ STRIPE_WEBHOOK_SECRET: created.secret });
  await created.removePrevious();
}

async function buildFor(
  { cloudUrl, siteUrl }: Facts,
  { SITE_URL, SUPPORT_EMAIL, SALES_EMAIL, TURNSTILE_SITE_KEY }: Variables,
  { settings, outFolder, closing }: DeployOptions,
): Promise<void> {
  // The landing page and the legal pages do not use the backend.
  const wanted = {
    VITE_SITE_URL: SITE_URL,
    VITE_SUPPORT_EMAIL: SUPPORT_EMAIL,
    VITE_SALES_EMAIL: SALES_EMAIL,
    // The host's headers allow Turnstile if it is set up.
    VITE_TURNSTILE_SITE_KEY: TURNSTILE_SITE_KEY,
    ...settings,
  };
  const own = Object.entries(wanted).flatMap(([name, value]) =>
    name.startsWith("VITE_") && value !== undefined ? [[name, value] as const] : [],
  );
  await buildApp({
    addresses: { backendUrl: cloudUrl, siteUrl },
    variables: Object.fromEntries(own),
    outFolder,
    closing,
  });
}

async function upload(command: string, cwd: string): Promise<void> {
  const child = spawn(command, { cwd, shell: true, stdio: "inherit" });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  if (code !== 0) throw new LaunchError(`\`${command}\` failed (${String(code)}).`);
}

/**
 * Vercel: https://vercel.com/docs/cli/deploy and /docs/cli/global-options, which has --cwd. Without --no-build, Netlify's CLI builds again, without knowing the deployment. It uploads edge functions either way (https://github.com/netlify/cli/pull/7743).
 * A preview's app must not become the live one: Netlify's --alias and Cloudflare's --branch give it an address of its own
 * (cli.netlify.com/commands/deploy, developers.cloudflare.com/pages/get-started/direct-upload), and Vercel without --prod one
 * that `vercel alias` can name.
 */
export function uploadInstructions(
  { outFolder, release }: Pick<DeployOptions, "outFolder" | "release">,
  { SITE_URL = "" }: Variables,
): string {
  const folder = path.basename(outFolder);
  const isPreview = release === null;
  return [
    `Upload the folder ${folder} to the host of ${SITE_URL}, unless the host builds it:`,
    `  Netlify      netlify deploy ${isPreview ? "--alias preview" : "--prod"} --no-build --dir ${folder}`,
    `  Vercel       vercel deploy ${isPreview ? "" : "--prod "}--cwd ${folder}`,
    `  Cloudflare   wrangler pages deploy ${folder}${isPreview ? " --branch preview" : ""}`,
    "Or run this command with --put '<one of these>'.",
  ].join("\n");
}
