/** From keys to a running Hark. Every step may be done again: what is there is kept. */
import { spawn } from "node:child_process";
import path from "node:path";
import type { Closing } from "../../start/closing.ts";
import { LaunchError } from "../../start/launch-error.ts";
import { PROJECT_ROOT } from "../../start/project-root.ts";
import { buildApp } from "../../start/vite.ts";
import type { Deployment, Variables } from "../deployment.ts";
import { examine } from "../examine/examine.ts";
import { inLines, type Finding } from "../examine/finding.ts";
import type { Facts, Patient } from "../examine/patient.ts";
import { examineVariables } from "../examine/variables.ts";
import { stripeOf } from "../vendors.ts";
import { changesFrom, madeUp, missingFrom, type TO_BE_GIVEN } from "./environment.ts";
import { ensureEndpoint, makeCatalogue } from "./stripe-setup.ts";

export interface DeployOptions {
  deployment: Deployment;
  /** Settings from a file or the shell. */
  given: NodeJS.Dict<string>;
  /** Asks for what is missing; null where nobody is there to answer. */
  ask: ((name: (typeof TO_BE_GIVEN)[number]) => Promise<string>) | null;
  outFolder: string;
  /** A command that puts the built folder where it belongs. */
  put: string | null;
  voices: Patient["voices"];
  closing: Closing;
  say: (line: string) => void;
}

export async function deploy(options: DeployOptions): Promise<Finding[]> {
  const { deployment, say } = options;
  const variables = await settleEnvironment(options);
  say("Pushing the functions.");
  await deployment.push();
  const facts = (await deployment.run("operator:facts")) as Facts;
  await deployment.run("operator:updateLandingAssistant");
  await deployment.run("operator:resendOutdated");
  await settleStripe(options, variables, facts);
  say(`Building the app for ${facts.cloudUrl}.`);
  await buildFor(facts, variables, options);
  if (options.put === null) say(howToPut(options.outFolder, variables));
  else {
    await put(options.put);
    // By itself it would within five minutes.
    await deployment.run("talkButton/widgetPage:refreshAssets");
  }
  say("Examining what is there now.");
  return await examine(options);
}

/** Checks all before it sets any. */
async function settleEnvironment({
  deployment,
  given,
  ask,
  say,
}: DeployOptions): Promise<Variables> {
  const present = await deployment.variables();
  const changes = changesFrom(given, present);
  const missing = missingFrom({ ...present, ...changes });
  if (missing.length > 0 && ask === null) {
    throw new LaunchError(
      `These are not set: ${missing.join(", ")}. Put them into the file that --env-file names.`,
    );
  }
  for (const name of missing) changes[name] = (await ask?.(name)) ?? "";
  const made = await madeUp({ ...present, ...changes });
  const settled = { ...present, ...changes, ...made };
  const faults = examineVariables(settled).filter(
    // That one comes from Stripe, further on.
    ({ verdict, code }) => verdict === "fault" && code !== "STRIPE_WEBHOOK_SECRET-missing",
  );
  if (faults.length > 0) {
    throw new LaunchError(
      `Nothing was changed. The settings cannot be used:\n\n${inLines(faults)}`,
    );
  }
  const names = [...Object.keys(changes), ...Object.keys(made)];
  if (names.length > 0) {
    say(`Setting ${names.join(", ")}.`);
    await deployment.setVariables({ ...changes, ...made });
  }
  return settled;
}

async function settleStripe(
  { deployment, say }: DeployOptions,
  variables: Variables,
  { siteUrl }: Facts,
): Promise<void> {
  const stripe = stripeOf(variables);
  say("Making what is missing at Stripe.");
  await makeCatalogue(stripe);
  const isSecretKnown = (variables.STRIPE_WEBHOOK_SECRET ?? "") !== "";
  const made = await ensureEndpoint(stripe, `${siteUrl}/stripe`, { isSecretKnown });
  if (made === null) return;
  await deployment.setVariables({ STRIPE_WEBHOOK_SECRET: made.secret });
  await made.removeFormer();
}

async function buildFor(
  { cloudUrl, siteUrl }: Facts,
  { SITE_URL, SUPPORT_EMAIL, SALES_EMAIL, TURNSTILE_SITE_KEY }: Variables,
  { given, outFolder, closing }: DeployOptions,
): Promise<void> {
  // The first pages of the app ask no backend.
  const wanted = {
    VITE_SITE_URL: SITE_URL,
    VITE_SUPPORT_EMAIL: SUPPORT_EMAIL,
    VITE_SALES_EMAIL: SALES_EMAIL,
    // The files that the host serves allow Turnstile where it is asked.
    VITE_TURNSTILE_SITE_KEY: TURNSTILE_SITE_KEY,
    ...given,
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

async function put(command: string): Promise<void> {
  const child = spawn(command, { cwd: PROJECT_ROOT, shell: true, stdio: "inherit" });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  if (code !== 0) throw new LaunchError(`\`${command}\` failed (${String(code)}).`);
}

/**
 * Vercel: https://vercel.com/docs/cli/deploy and /docs/cli/global-options, which has --cwd. Netlify's tool would
 * build again, for no deployment; edge functions it takes along all the same (https://github.com/netlify/cli/pull/7743).
 */
function howToPut(outFolder: string, { SITE_URL = "" }: Variables): string {
  const folder = path.relative(PROJECT_ROOT, outFolder);
  return [
    `Put the folder ${folder} on the host of ${SITE_URL}, if it does not build by itself:`,
    `  Netlify      netlify deploy --prod --no-build --dir ${folder}`,
    `  Vercel       vercel deploy --prod --cwd ${folder}`,
    `  Cloudflare   wrangler pages deploy ${folder}`,
    "With --put '<one of these>' this command does it itself.",
  ].join("\n");
}
