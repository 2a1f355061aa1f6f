/** Checks Stripe's key, prices and webhook endpoint, and that events arrive. */
import type Stripe from "stripe";
import { PAID_PLANS } from "../../../convex/shared/plans.ts";
import { STRIPE_EVENTS } from "../../../convex/shared/stripeEvents.ts";
import { findPrice } from "../../../convex/vendors/stripePlans.ts";
import { stripeFrom } from "../vendors.ts";
import { findingsOn, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Target } from "./target.ts";

const { ok, fault, unknown } = findingsOn("stripe");

const PROBE_PAUSE_MS = 500;
/** A signature is valid for five minutes; this much is still harmless. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;
const DEPLOY = "npm run deploy fixes it.";

export async function examineStripe(target: Target): Promise<Finding[]> {
  const { variables, facts } = target;
  if ((variables.STRIPE_SECRET_KEY ?? "") === "") return [];
  try {
    const stripe = stripeFrom(variables);
    const prices = await examinePrices(stripe);
    const endpoint = await findEndpoint(stripe, `${facts.siteUrl}/stripe`);
    const findings = [...prices, ...examineEndpoint(endpoint, facts.siteUrl)];
    if (endpoint?.status !== "enabled") return findings;
    return [...findings, ...(await examineDelivery(stripe, target))];
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
    const fix = "Take the secret key from Stripe's dashboard: npx convex env set STRIPE_SECRET_KEY";
    return fault("stripe-key-refused", "Stripe rejects the key.", fix);
  }
  if (status === 403) {
    const message = `Stripe's key lacks a permission (${reasonOf(error)}).`;
    return fault(
      "stripe-key-restricted",
      message,
      "Add the permission to the restricted key, or use a secret key.",
    );
  }
  const message = `Stripe could not be reached (${reasonOf(error)}).`;
  return fault(
    "stripe-silent",
    message,
    "Try again. If this persists, check STRIPE_API_URL and the network.",
  );
}

async function examinePrices(stripe: Stripe): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { type, name, priceCents } of PAID_PLANS) {
    const price = await findPrice(stripe, type);
    if (price === null) {
      const message = `${name} has no price yet.`;
      findings.push(
        unknown(
          `price-${type}-missing`,
          message,
          "It is created with the first subscription, or now by npm run deploy.",
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
        ok(`price-${type}`, `${name} costs $${priceCents / 100} a month at Stripe too.`),
      );
      continue;
    }
    const message = `${name} costs $${priceCents / 100} a month here, but ${describePrice(price)} at Stripe (${price.id}).`;
    const fix = `Archive that price, or remove its lookup key ${String(price.lookup_key)}. The right price is then created.`;
    findings.push(fault(`price-${type}-wrong`, message, fix));
  }
  return findings;
}

function describePrice({ unit_amount, currency, recurring }: Stripe.Price): string {
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
    const message = `Stripe has no webhook endpoint ${siteUrl}/stripe: payments are noticed up to an hour late.`;
    return [fault("endpoint-missing", message, DEPLOY)];
  }
  if (endpoint.status !== "enabled") {
    const message = `Stripe's webhook endpoint ${endpoint.url} is disabled.`;
    return [
      fault("endpoint-off", message, "Enable it in Stripe's dashboard, or run npm run deploy."),
    ];
  }
  const lacking = missingEvents(endpoint);
  if (lacking.length === 0) {
    return [ok("endpoint", "The webhook endpoint receives all required events.")];
  }
  const message = `Stripe's webhook endpoint does not receive ${lacking.join(", ")}.`;
  return [fault("endpoint-events", message, DEPLOY)];
}

export function missingEvents({ enabled_events }: Stripe.WebhookEndpoint): string[] {
  if (enabled_events.includes("*")) return [];
  return STRIPE_EVENTS.filter((name) => !enabled_events.includes(name));
}

/**
 * Creates and deletes a customer at Stripe, and waits until the deployment has accepted the event. Only this shows that
 * the deployment has the endpoint's secret.
 */
async function examineDelivery(stripe: Stripe, { facts, timeoutMs }: Target): Promise<Finding[]> {
  const customer = await stripe.customers.create({ description: "Hark: does an event arrive?" });
  await stripe.customers.del(customer.id);
  for (let waitedMs = 0; waitedMs <= timeoutMs; waitedMs += PROBE_PAUSE_MS) {
    const { data } = await stripe.events.list({ type: "customer.deleted", limit: 20 });
    const event = data.find(({ data: { object } }) => "id" in object && object.id === customer.id);
    if (event?.pending_webhooks === 0) {
      return [
        ok("delivery", "An event arrived with a valid signature."),
        examineClock(event.created * 1000, facts.nowMs),
      ];
    }
    await new Promise((resolve) => setTimeout(resolve, PROBE_PAUSE_MS));
  }
  const message = `No event was accepted within ${timeoutMs / 1000} seconds.`;
  const fix =
    "Most likely STRIPE_WEBHOOK_SECRET belongs to another endpoint: remove it from the environment and run npm run deploy. " +
    "Stripe's dashboard shows each endpoint's responses.";
  return [fault("delivery-failed", message, fix)];
}

function examineClock(stripeMs: number, deploymentMs: number): Finding {
  const apartMs = Math.abs(stripeMs - deploymentMs);
  const clocks = findingsOn("clocks");
  if (apartMs <= MAX_CLOCK_DIFFERENCE_MS) {
    return clocks.ok("stripe-clock", "Stripe and the deployment agree on the time.");
  }
  const message = `Stripe's clock and the deployment's are ${Math.round(apartMs / 1000)} seconds apart.`;
  return clocks.fault(
    "stripe-clock",
    message,
    "Set the server's clock (NTP): signatures are valid for five minutes.",
  );
}
