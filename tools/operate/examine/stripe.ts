/** Whether Stripe takes the key, asks the catalogue's prices, and reaches the deployment with its events. */
import type Stripe from "stripe";
import { PAID_PLANS } from "../../../convex/shared/plans.ts";
import { STRIPE_EVENTS } from "../../../convex/shared/stripeEvents.ts";
import { findPrice } from "../../../convex/vendors/stripePlans.ts";
import { stripeOf } from "../vendors.ts";
import { findingsAbout, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Patient } from "./patient.ts";

const { sound, fault, unknown } = findingsAbout("stripe");

const PROBE_PAUSE_MS = 500;
/** A signature holds for five minutes, so this much is on the way to a fault. */
const CLOCKS_MAY_DIFFER_BY_MS = 60_000;
const DEPLOY = "npm run deploy mends it.";

export async function examineStripe(patient: Patient): Promise<Finding[]> {
  const { variables, facts } = patient;
  if ((variables.STRIPE_SECRET_KEY ?? "") === "") return [];
  try {
    const stripe = stripeOf(variables);
    const prices = await examinePrices(stripe);
    const endpoint = await findEndpoint(stripe, `${facts.siteUrl}/stripe`);
    const findings = [...prices, ...examineEndpoint(endpoint, facts.siteUrl)];
    if (endpoint?.status !== "enabled") return findings;
    return [...findings, ...(await examineDelivery(stripe, patient))];
  } catch (error) {
    return [keyFinding(error)];
  }
}

function keyFinding(error: unknown): Finding {
  const { statusCode } = error as { statusCode?: number };
  const cause =
    error instanceof Error ? (error.cause as { statusCode?: number } | undefined) : undefined;
  const status = statusCode ?? cause?.statusCode;
  if (status === 401) {
    const mend =
      "Take the secret key from Stripe's dashboard: npx convex env set STRIPE_SECRET_KEY";
    return fault("stripe-key-refused", "Stripe does not know the key.", mend);
  }
  if (status === 403) {
    const says = `Stripe does not let the key do all that is needed (${reasonOf(error)}).`;
    return fault(
      "stripe-key-restricted",
      says,
      "Give the restricted key what it lacks, or use a secret key.",
    );
  }
  const says = `Stripe could not be asked (${reasonOf(error)}).`;
  return fault(
    "stripe-silent",
    says,
    "Try again; if it stays so, look at STRIPE_API_URL and the network.",
  );
}

async function examinePrices(stripe: Stripe): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { type, name, priceCents } of PAID_PLANS) {
    const price = await findPrice(stripe, type);
    if (price === null) {
      const says = `${name} has no price yet.`;
      findings.push(
        unknown(
          `price-${type}-missing`,
          says,
          "It is made with the first subscription, or now by npm run deploy.",
        ),
      );
      continue;
    }
    const isRight =
      price.unit_amount === priceCents &&
      price.currency === "usd" &&
      price.recurring?.interval === "month" &&
      price.recurring.interval_count === 1;
    if (isRight) {
      findings.push(
        sound(`price-${type}`, `${name} costs $${priceCents / 100} a month there too.`),
      );
      continue;
    }
    const says = `${name} costs $${priceCents / 100} a month here, but ${inWords(price)} at Stripe (${price.id}).`;
    const mend = `Archive that price, or take its lookup key ${String(price.lookup_key)} away: the right one is made anew.`;
    findings.push(fault(`price-${type}-wrong`, says, mend));
  }
  return findings;
}

function inWords({ unit_amount, currency, recurring }: Stripe.Price): string {
  const every =
    recurring === null ? "once" : `every ${recurring.interval_count} ${recurring.interval}`;
  return `${(unit_amount ?? 0) / 100} ${currency} ${every}`;
}

export async function findEndpoint(
  stripe: Stripe,
  url: string,
): Promise<Stripe.WebhookEndpoint | null> {
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url === url) return endpoint;
  }
  return null;
}

function examineEndpoint(endpoint: Stripe.WebhookEndpoint | null, siteUrl: string): Finding[] {
  if (endpoint === null) {
    const says = `Stripe has no webhook endpoint ${siteUrl}/stripe: payments are noticed an hour late.`;
    return [fault("endpoint-missing", says, DEPLOY)];
  }
  if (endpoint.status !== "enabled") {
    const says = `Stripe's webhook endpoint ${endpoint.url} is switched off.`;
    return [
      fault("endpoint-off", says, "Switch it on in Stripe's dashboard, or run npm run deploy."),
    ];
  }
  const lacking = missingEvents(endpoint);
  if (lacking.length === 0) {
    return [sound("endpoint", "Its webhook endpoint is told of all that matters.")];
  }
  const says = `Stripe's webhook endpoint is not told of ${lacking.join(", ")}.`;
  return [fault("endpoint-events", says, DEPLOY)];
}

export function missingEvents({ enabled_events }: Stripe.WebhookEndpoint): string[] {
  if (enabled_events.includes("*")) return [];
  return STRIPE_EVENTS.filter((name) => !enabled_events.includes(name));
}

/**
 * Makes something happen at Stripe that concerns nobody, a customer who comes and goes, and waits for
 * the deployment to have taken the event: what else could tell that its secret is the endpoint's?
 */
async function examineDelivery(stripe: Stripe, { facts, patienceMs }: Patient): Promise<Finding[]> {
  const customer = await stripe.customers.create({ description: "Hark: does an event arrive?" });
  await stripe.customers.del(customer.id);
  for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += PROBE_PAUSE_MS) {
    const { data } = await stripe.events.list({ type: "customer.deleted", limit: 20 });
    const event = data.find(({ data: { object } }) => "id" in object && object.id === customer.id);
    if (event?.pending_webhooks === 0) {
      return [
        sound("delivery", "An event came through, signed right."),
        examineClock(event.created * 1000, facts.nowMs),
      ];
    }
    await new Promise((resolve) => setTimeout(resolve, PROBE_PAUSE_MS));
  }
  const says = `An event was not taken within ${patienceMs / 1000} seconds.`;
  const mend =
    "Most likely STRIPE_WEBHOOK_SECRET is another endpoint's: remove it from the environment and run npm run deploy. " +
    "Stripe's dashboard shows what each endpoint answered.";
  return [fault("delivery-failed", says, mend)];
}

function examineClock(stripeMs: number, deploymentMs: number): Finding {
  const apartMs = Math.abs(stripeMs - deploymentMs);
  const clocks = findingsAbout("clocks");
  if (apartMs <= CLOCKS_MAY_DIFFER_BY_MS) {
    return clocks.sound("stripe-clock", "Stripe and the deployment agree on the time.");
  }
  const says = `Stripe's clock and the deployment's are ${Math.round(apartMs / 1000)} seconds apart.`;
  return clocks.fault(
    "stripe-clock",
    says,
    "Set the server's clock (NTP): signatures hold five minutes.",
  );
}
