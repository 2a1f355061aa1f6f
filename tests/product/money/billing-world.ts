/** A world with Stripe: its stand-in on the world's clock, with its pages and webhooks. */
import Stripe from "stripe";
import { afterEach } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { startStripe } from "@hark/stripe-stand-in";
import type { StripeStandIn } from "@hark/stripe-stand-in";
import { api, internal } from "../../../convex/_generated/api";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import type { PaidPlanType } from "../../../convex/shared/plans";
import { STRIPE_EVENTS } from "../../../convex/shared/stripeEvents";
import { SITE_URL } from "../../contract/deployment.ts";
import { opened } from "../../opened.ts";
import { stripeJudge } from "../../judges/stripe.ts";
import { newAssistant } from "../samples.ts";
import { onEachBackend } from "../world.ts";
import type { Owner, World } from "../world.ts";
import { stripeControl } from "./stripe-control.ts";
import type { MoneyEntry, StripeControl } from "./stripe-control.ts";
import { checkOut } from "./stripe-pages.ts";
import type { Card } from "./stripe-pages.ts";
import { removeFolder, temporaryFolder } from "../../temporary-folder.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** A trial, and the hour until Stripe takes the first payment. */
export const TRIAL_AND_PAYMENT_MS = 7 * DAY_MS + 70 * MINUTE_MS;

export interface BillingWorld extends World {
  /** Stripe's API, with the operator's key. */
  stripe: Stripe;
  control: StripeControl;
  webhookSecret: string;
  secretKey: string;
  stripeUrl: string;
  /** Waits until Stripe has done what is due, its events have arrived, and the jobs that they caused have run. */
  settle(): Promise<void>;
  /** Sets how far the receiver's clock is behind Stripe's. */
  setSkew(ms: number): void;
}

/** Runs the same tests on each backend, with their own Stripe. */
export function onEachBillingBackend(define: (world: () => BillingWorld) => void): void {
  onEachBackend((world) => {
    const billing = opened(() => openBilling(world()));
    const current = () => billing().world;
    afterEach(async () => {
      // Faults of one test must not affect the next.
      await current().control.clearFaults();
      await current().control.release();
      current().setSkew(0);
      // Ends all subscriptions, so that renewals do not slow later tests down. Customers of deleted accounts go first.
      await current().settle();
      await endAllSubscriptions(current());
      await current().settle();
    });
    define(current);
  });
}

export async function openBilling(world: World) {
  const dataFolder = await temporaryFolder("money");
  let skewMs = 0;
  const standIn = await startStripe({
    dataFolder,
    port: 0,
    clock: world.clock,
    webhook: { url: `${world.siteUrl}/stripe`, events: STRIPE_EVENTS },
    receiverNow: () => world.clock.now() + skewMs,
    witness: stripeJudge({ isStrict: true }),
  });
  await world.setVariables({
    SITE_URL,
    STRIPE_SECRET_KEY: standIn.secretKey,
    STRIPE_WEBHOOK_SECRET: standIn.webhookSecret,
    STRIPE_API_URL: standIn.url,
    TRIAL_KEYS: "a-key-of-these-tests",
  });
  const control = stripeControl(standIn);
  await control.everyOwnersCards();
  const settle = () => settleAll(world, standIn);
  const billing: BillingWorld = {
    ...world,
    stripe: operator(standIn),
    control,
    webhookSecret: standIn.webhookSecret,
    secretKey: standIn.secretKey,
    stripeUrl: standIn.url,
    settle,
    async advance(ms) {
      // A signature is valid for five minutes, so pending webhooks must arrive before time passes.
      await settle();
      await world.advance(ms);
      await settle();
    },
    setSkew(ms) {
      skewMs = ms;
    },
  };
  return {
    world: billing,
    async close() {
      await standIn.close();
      await removeFolder(dataFolder);
    },
  };
}

async function endAllSubscriptions({ stripe }: BillingWorld): Promise<void> {
  // Without a status, Stripe lists those that are not canceled.
  for (const { id, status } of (await stripe.subscriptions.list({ limit: 100 })).data) {
    if (status !== "incomplete_expired") await stripe.subscriptions.cancel(id);
  }
}

/** Each may cause activity of the other, so both must be idle at the same time. */
async function settleAll(world: World, standIn: StripeStandIn): Promise<void> {
  for (let seen = -1; ;) {
    const events = await standIn.webhooksSettled();
    if (events === seen) return;
    seen = events;
    await world.settle();
  }
}

function operator({ url, secretKey }: StripeStandIn): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(secretKey, { host: hostname, port, protocol: "http", telemetry: false });
}

export async function customerOf(world: World, owner: Owner): Promise<Doc<"customers">> {
  const customers = await world.rows("customers");
  return must(
    customers.find(({ ownerId }) => ownerId === owner.userId),
    "customer",
  );
}

export interface Subscriber {
  owner: Owner;
  assistantId: Id<"assistants">;
  customerId: string;
  subscriptionId: string;
}

export async function newOwner(world: World) {
  const owner = await world.signUp();
  const assistantId = await owner.mutation(api.assistants.createAssistant, newAssistant());
  return { owner, assistantId };
}

/** Subscribes through the checkout, as an owner does. */
export async function subscribeAnew(
  world: BillingWorld,
  owner: Owner,
  planType: PaidPlanType,
  card: Card | "link" | null = "good",
): Promise<void> {
  const url = must(await owner.action(api.subscriptions.subscribe, { planType }), "address");
  await checkOut(url, card);
  await world.settle();
}

export async function onTrial(
  world: BillingWorld,
  planType: PaidPlanType,
  card: Card | "link" | null = "good",
): Promise<Subscriber> {
  const { owner, assistantId } = await newOwner(world);
  await subscribeAnew(world, owner, planType, card);
  const customer = await customerOf(world, owner);
  const subscription = must(customer.subscription, "subscription");
  return {
    owner,
    assistantId,
    customerId: customer.stripeCustomerId,
    subscriptionId: subscription.stripeSubscriptionId,
  };
}

/** A subscriber in the first paid month. */
export async function paying(
  world: BillingWorld,
  planType: PaidPlanType,
  card: Card | "link" | null = "good",
): Promise<Subscriber> {
  const subscriber = await onTrial(world, planType, card);
  await world.advance(TRIAL_AND_PAYMENT_MS);
  return subscriber;
}

/** Creates a second subscription, as by a mistake in Stripe's dashboard or an old payment page. */
export async function secondSubscription(
  { stripe }: BillingWorld,
  { customerId }: Pick<Subscriber, "customerId">,
): Promise<string> {
  const methods = await stripe.paymentMethods.list({ customer: customerId });
  const prices = (await stripe.prices.list({ limit: 100 })).data;
  const price = prices.find(({ unit_amount }) => unit_amount === 2900);
  const { id } = await stripe.subscriptions.create({
    customer: customerId,
    items: [{ price: must(price, "price").id }],
    default_payment_method: must(methods.data[0], "payment method").id,
  });
  return id;
}

export async function use(
  world: World,
  { owner, assistantId }: Pick<Subscriber, "owner" | "assistantId">,
  seconds: number,
  {
    endedAtMs = world.clock.now(),
    allowance = "plan",
  }: { endedAtMs?: number; allowance?: "plan" | "free" } = {},
): Promise<void> {
  const call = { ownerId: owner.userId, assistantId, seconds, endedAtMs, allowance };
  await world.inside.mutation(internal.operator.importCalls.recordUsage, call);
}

export function useMinutes(
  world: World,
  subscriber: Pick<Subscriber, "owner" | "assistantId">,
  minutes: number,
): Promise<void> {
  return use(world, subscriber, minutes * 60);
}

export async function chargesOf(world: World, owner: Owner): Promise<Doc<"overageCharges">[]> {
  const charges = await world.rows("overageCharges");
  return charges.filter(({ ownerId }) => ownerId === owner.userId);
}

/** Ordered by their beginning. */
export async function periodsOf(world: World, owner: Owner): Promise<Doc<"usagePeriods">[]> {
  const periods = await world.rows("usagePeriods");
  return periods
    .filter(({ ownerId }) => ownerId === owner.userId)
    .sort((a, b) => a.startMs - b.startMs);
}

/** A customer's charges and refunds, in order. */
export async function moneyOf(world: BillingWorld, customerId: string): Promise<MoneyEntry[]> {
  const entries = await world.control.money();
  return entries.filter(({ customer }) => customer === customerId);
}

export async function amountsOf(world: BillingWorld, customerId: string): Promise<number[]> {
  return (await moneyOf(world, customerId)).map(({ amount }) => amount);
}

/** Runs the cron jobs, which convex-test does not run by itself. */
export async function runJobs(world: BillingWorld): Promise<void> {
  await world.inside.action(internal.billing.subscriptions.scheduledSync.syncDueCustomers, {});
  await world.settle();
  await world.inside.mutation(internal.billing.overage.ledger.chargeDueSteps, {});
  await world.inside.mutation(internal.billing.overage.ledger.settleEndedPeriods, {});
  await world.inside.mutation(internal.jobs.startJobs.sweep, {});
  await world.settle();
}

export async function subscriptionOf(owner: Owner) {
  return must(await owner.query(api.subscriptions.getUserSubscription, {}), "subscription");
}

/** Delays, repeats, reorders or drops pending events. */
export async function disturb(
  { control }: Pick<BillingWorld, "control">,
  how: string,
): Promise<void> {
  const deliveries = await control.deliveries();
  const waiting = deliveries.filter(({ state }) => state === "held").map(({ event }) => event);
  if (how === "shuffle") await control.deliver(waiting.reverse());
  else if (how === "double") await control.deliver([...waiting, ...waiting]);
  else await control.drop(waiting.filter((_, index) => index % 2 === 0));
}
