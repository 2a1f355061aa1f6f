/** Connects the deployed Hark with Stripe and Vapi, and removes what an interrupted run leaves there. */
import { randomBytes } from "node:crypto";
import Stripe from "stripe";
import { must } from "@hark/stand-in-kit/must";
import { STRIPE_EVENTS } from "../../convex/shared/stripeEvents.ts";
import type { Deployment } from "./deployment.ts";
import { emailOf } from "./owner-name.ts";
import type { Remote, RemoteVapi } from "./remote.ts";
import { connectStripe } from "./stripe-client.ts";
import { MARK } from "./stripe-mark.ts";
import type { VendorKeys } from "./settings.ts";
import { namedAt, removeAll, VAPI_ORIGIN } from "./vapi-account.ts";

export interface ProductVendors {
  stripe?: VendorKeys | undefined;
  vapi?: VendorKeys | undefined;
  mayCall: boolean;
}

const HERE = ["127.0.0.1", "localhost"];

export function isHere(url: string): boolean {
  return HERE.includes(new URL(url).hostname);
}

/** A remote vendor cannot reach a deployment on this machine. */
export function canReach({ url }: { url?: string }, deploymentUrl: string): boolean {
  const isVendorHere = url !== undefined && isHere(url);
  return isVendorHere || !isHere(deploymentUrl);
}

export function remotesOf({ stripe, vapi, mayCall }: ProductVendors): Partial<Remote> {
  return {
    ...(stripe === undefined ? {} : { stripe }),
    ...(vapi === undefined ? {} : { vapi: { ...atVapi(vapi), mayCall } }),
  };
}

function atVapi({ key, url = VAPI_ORIGIN }: VendorKeys): RemoteVapi {
  return { key, url };
}

/** Variables to set before the product is deployed. */
export function variablesFor({ stripe, vapi }: ProductVendors): Record<string, string> {
  return {
    TRIAL_KEYS: crypto.randomUUID(),
    // The secret for events is set when the endpoint is created.
    ...(stripe === undefined
      ? {}
      : { STRIPE_SECRET_KEY: stripe.key, STRIPE_WEBHOOK_SECRET: "whsec_none" }),
    ...(stripe?.url === undefined ? {} : { STRIPE_API_URL: stripe.url }),
    ...(vapi === undefined ? {} : { VAPI_PRIVATE_KEY: vapi.key }),
    ...(vapi === undefined ? {} : { VAPI_WEBHOOK_SECRET: randomBytes(24).toString("hex") }),
    ...(vapi?.url === undefined ? {} : { VAPI_API_URL: vapi.url }),
  };
}

/** Creates the product's webhook endpoint at Stripe. */
export async function connectEvents(
  keys: VendorKeys,
  deployment: Deployment,
  run: string,
): Promise<void> {
  const { secret } = await connectStripe(keys).webhookEndpoints.create({
    url: `${deployment.siteUrl}/stripe`,
    enabled_events: [...STRIPE_EVENTS],
    api_version: Stripe.API_VERSION,
    description: run,
    metadata: { [MARK]: run },
  });
  await deployment.setVariables({ STRIPE_WEBHOOK_SECRET: must(secret, "the endpoint's secret") });
}

/** Removes what the product or the runner created there in this run, and returns the number of objects. */
export async function cleanVendors(
  { stripe, vapi }: ProductVendors,
  deployment: Deployment,
  run: string,
): Promise<number> {
  const atStripe = stripe === undefined ? 0 : await cleanStripe(connectStripe(stripe), run);
  if (vapi === undefined) return atStripe;
  const credentialId = await deployment.voiceCredential();
  const left = await namedAt(atVapi(vapi), run);
  if (credentialId !== null) left.push(`/credential/${credentialId}`);
  return atStripe + (await removeAll(atVapi(vapi), left));
}

/** Deleting a customer at Stripe also removes their subscriptions and cards. */
async function cleanStripe(stripe: Stripe, run: string): Promise<number> {
  let count = 0;
  const { data: customers } = await stripe.customers.list({ email: emailOf("owner", run) });
  for (const { id } of customers) await stripe.customers.del(id);
  count += customers.length;
  const endpoints = await stripe.webhookEndpoints
    .list({ limit: 100 })
    .autoPagingToArray({ limit: 1_000 });
  for (const { id, metadata } of endpoints) {
    if (metadata[MARK] !== run) continue;
    await stripe.webhookEndpoints.del(id);
    count += 1;
  }
  return count;
}
