/** Hark as `npm start` runs it, and what whoever runs it knows: its addresses, its keys, how to set its limits. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { readCliSettings } from "../../../local/launch/cli-settings.ts";
import { PORT_SETTINGS } from "../../../local/launch/settings.ts";
import { must } from "../../../local/must.ts";
import { adminClient } from "../../admin-client.ts";
import { setVariables } from "../../fixtures/stack.ts";
import { stripeControl } from "../../product/money/stripe-control.ts";
import { newPlace, startHark } from "../../started-hark.ts";
import type { StartedHark } from "../../started-hark.ts";

/** Calls at once: of the deployment, half of which one owner may take here, and of the account at the voice platform. */
const LINES = 50;

export interface RunningHark extends StartedHark {
  dataFolder: string;
  appUrl: string;
  backendUrl: string;
  siteUrl: string;
  adminKey: string;
  admin: ConvexHttpClient;
  inside: Inside;
  voiceSecret: string;
  stripeSecret: string;
}

export interface Inside {
  mutation<F extends FunctionReference<"mutation", "internal">>(
    mutation: F,
    args: FunctionArgs<F>,
  ): Promise<FunctionReturnType<F>>;
}

/** With more lines than it comes with, as an operator sets them; whatever is limited otherwise is limited here too. */
export async function runHark(dataFolder: string): Promise<RunningHark> {
  const place = await newPlace(dataFolder);
  const hark = await startHark(place);
  const at = (name: keyof typeof PORT_SETTINGS) =>
    `http://127.0.0.1:${place.env[PORT_SETTINGS[name].variable] ?? ""}`;
  const { url, adminKey } = must(
    readCliSettings(await readFile(path.join(dataFolder, "convex.env"), "utf8")),
    "the backend's address",
  );
  const admin = adminClient(url, adminKey);
  const variables = await admin.query(VARIABLES, {});
  const variable = (name: string) => must(variables.find((one) => one.name === name)?.value, name);
  const running: RunningHark = {
    ...hark,
    dataFolder,
    appUrl: at("port"),
    backendUrl: url,
    siteUrl: at("sitePort"),
    adminKey,
    admin,
    inside: admin as unknown as Inside,
    voiceSecret: variable("VAPI_WEBHOOK_SECRET"),
    stripeSecret: variable("STRIPE_WEBHOOK_SECRET"),
  };
  await setVariables(running, {
    ...{ VOICE_CONCURRENCY: String(LINES), CONCURRENCY_PER_OWNER: String(LINES / 2) },
    // They sign up from this machine.
    SIGN_UPS_PER_NETWORK: "1000",
  });
  await reserveLines(at("voicePort"), dataFolder);
  const stripe = await keysIn(dataFolder, "stripe");
  await stripeControl({ url: at("stripePort"), ...stripe }).everyOwnersCards();
  return running;
}

/** As the voice platform does it for its customer, who cannot. */
async function reserveLines(url: string, dataFolder: string): Promise<void> {
  const { controlToken } = await keysIn(dataFolder, "voice");
  const answer = await fetch(`${url}/_control/concurrency-limit`, {
    method: "POST",
    headers: { "x-control-token": controlToken },
    body: JSON.stringify({ limit: LINES }),
  });
  if (!answer.ok) throw new Error(`No lines were reserved: ${await answer.text()}`);
}

async function keysIn(dataFolder: string, vendor: string): Promise<{ controlToken: string }> {
  const text = await readFile(path.join(dataFolder, vendor, "keys.json"), "utf8");
  return JSON.parse(text) as { controlToken: string };
}

const VARIABLES = makeFunctionReference<
  "query",
  Record<string, never>,
  { name: string; value: string }[]
>("_system/cli/queryEnvironmentVariables");
