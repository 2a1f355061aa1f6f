/** How what Stripe says becomes what we keep: in one transaction, and never older over newer. */
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { enqueue, cancel } from "../../jobs/enqueue";
import { alertOperator } from "../../lib/alert";
import { internalMutation, internalQuery } from "../../lib/internalFunctions";
import { requireOwnerDoc } from "../../lib/owner";
import schema from "../../schema";
import { DAY_MS } from "../../shared/durations";
import { MAX_ASSISTANTS_PER_OWNER } from "../../shared/limits";
import { planOf } from "../../shared/plans";
import type { StripeCustomerState, StripeSubscriptionState } from "../../vendors/stripeCustomers";
import { findCustomer } from "../plans/customers";
import {
  type Choice,
  chooseSubscription,
  firstTrialMs,
  isTrialOfCheckout,
  snapshotOf,
} from "../plans/subscriptionChoice";
import { syncSoon, nextSyncAt } from "../plans/syncSchedule";
import type { SubscriptionSnapshot } from "../plans/table";
import { notifyOfBilling } from "./notifications";
import { alignPeriods } from "./periodAlignment";
import { subscriptionKey } from "./subscriptionKey";
import { wasTrialHad, markTrial } from "./trialMarks";

type Customer = Doc<"customers">;

export async function findByStripeId(
  ctx: QueryCtx,
  stripeCustomerId: string,
): Promise<Customer | null> {
  return await ctx.db
    .query("customers")
    .withIndex("by_stripe_customer_id", (q) => q.eq("stripeCustomerId", stripeCustomerId))
    .unique();
}

/** The number of the sync, or null when there is nothing to do. */
export async function beginSync(
  ctx: MutationCtx,
  { stripeCustomerId, eventId }: { stripeCustomerId: string; eventId: string | null },
): Promise<number | null> {
  const customer = await findByStripeId(ctx, stripeCustomerId);
  if (customer === null) return null;
  if (eventId !== null && (await isProcessed(ctx, eventId))) return null;
  const syncsBegun = customer.syncsBegun + 1;
  await ctx.db.patch("customers", customer._id, { syncsBegun, ...syncSoon(customer) });
  return syncsBegun;
}

export interface Snapshot {
  stripeCustomerId: string;
  sync: number;
  state: StripeCustomerState;
  eventId: string | null;
}

export interface Applied {
  /** The subscription that counts, if it runs. */
  liveId: string | null;
  /** With this account or with another one. */
  isTrialUsed: boolean;
  wantedPlanType: Customer["wantedPlanType"];
}

/** Null when the customer's account was deleted meanwhile. */
export async function applySnapshot(
  ctx: MutationCtx,
  { stripeCustomerId, sync, state, eventId }: Snapshot,
): Promise<Applied | null> {
  const customer = await findByStripeId(ctx, stripeCustomerId);
  if (customer === null) return null;
  const choice = chooseSubscription(state, customer.subscription?.stripeSubscriptionId ?? null);
  if (eventId !== null && !(await isProcessed(ctx, eventId))) {
    await ctx.db.insert("stripeEvents", { eventId });
  }
  const isNewest = sync > customer.lastAppliedSync;
  const kept = isNewest ? await keep(ctx, customer, { sync, state, chosen: choice }) : customer;
  // What an older fetch has seen must not end what a newer one knows.
  if (isNewest) await askForOrder(ctx, customer, choice);
  return {
    liveId: choice.isLive ? (choice.subscription?.id ?? null) : null,
    isTrialUsed:
      kept.trialUsedAtMs !== null ||
      (await wasTrialHad(ctx, await requireOwnerDoc(ctx, customer.ownerId))),
    wantedPlanType: kept.wantedPlanType,
  };
}

/** Null when there is none, or the account is gone. */
export const customerByStripeId = internalQuery({
  args: { stripeCustomerId: v.string() },
  returns: v.union(schema.doc("customers"), v.null()),
  handler: async (ctx, { stripeCustomerId }) => await findByStripeId(ctx, stripeCustomerId),
});

export const deleteOldEvents = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const hasMore = await deleteSomeOldEvents(ctx);
    if (hasMore)
      await ctx.scheduler.runAfter(0, internal.billing.subscriptions.snapshots.deleteOldEvents, {});
    return null;
  },
});

/**
 * Has done at Stripe what this answer makes necessary, and says what is for people. In the transaction that keeps the
 * answer: an event that has been dealt with is not sent again.
 */
async function askForOrder(ctx: MutationCtx, before: Customer, choice: Choice): Promise<void> {
  const { stripeCustomerId } = before;
  const { subscription, isLive, isSecondTrial, extraIds } = choice;
  if (subscription !== null && isLive) {
    const isNew = subscription.id !== idOf(before.subscription);
    const live = { stripeCustomerId, subscriptionId: subscription.id };
    if (isNew) {
      await enqueue(ctx, "checkoutClosing", [stripeCustomerId]);
      // It was one too many until the other one ended.
      await cancel(ctx, "extraSubscription", subscriptionKey(stripeCustomerId, subscription.id));
    }
    if (subscription.planType === null && (isNew || before.subscription?.planType !== null)) {
      alertOperator("A subscription has a price that is none of ours", live);
    }
    if (isSecondTrial && (isNew || before.subscription?.status !== "trialing")) {
      alertOperator("A subscription is on trial again; it was left as it is", live);
    }
  }
  const extra = extraIds.map((id) => subscriptionKey(stripeCustomerId, id));
  await enqueue(ctx, "extraSubscription", extra);
}

type Kept = Pick<Customer, "trialUsedAtMs" | "wantedPlanType">;

async function keep(
  ctx: MutationCtx,
  customer: Customer,
  found: {
    sync: number;
    state: StripeCustomerState;
    chosen: Choice;
  },
): Promise<Kept> {
  const before = customer.subscription;
  const { subscription: chosen } = found.chosen;
  const now = found.state.isDeleted
    ? ended(before, Date.now())
    : chosen === null
      ? null
      : snapshotOf(chosen);
  const goesOn = now?.endedAtMs === null && idOf(before) === idOf(now);
  const kept = {
    trialUsedAtMs: customer.trialUsedAtMs ?? firstTrialMs(found.state),
    wantedPlanType: goesOn ? customer.wantedPlanType : null,
  };
  const changed = {
    ...kept,
    lastAppliedSync: found.sync,
    subscription: now,
    syncedAtMs: Date.now(),
    ...nextSyncAt({ ...customer, ...kept, subscription: now }),
  };
  await ctx.db.patch("customers", customer._id, changed);
  if (kept.trialUsedAtMs !== null) await keepToOneTrial(ctx, customer, chosen);
  if (now === null) return kept;
  const changedAtMs = chosen?.changeInvoicedMs ?? null;
  await alignPeriods(ctx, { ownerId: customer.ownerId, before, now, changedAtMs });
  await keepWithinPlan(ctx, customer.ownerId, now);
  await notifyOfBilling(ctx, customer, { ...customer, ...changed });
  return kept;
}

/** Ends a trial whose person or card has had one with another account. */
async function keepToOneTrial(
  ctx: MutationCtx,
  { _id, ownerId, stripeCustomerId, repeatedTrial }: Customer,
  chosen: StripeSubscriptionState | null,
): Promise<void> {
  const isOnTrial = chosen?.status === "trialing";
  const cardFingerprint = isOnTrial ? chosen.cardFingerprint : null;
  const isRepeated = await markTrial(ctx, { ownerId, cardFingerprint });
  if (!isRepeated || !isOnTrial || !isTrialOfCheckout(chosen)) return;
  if (repeatedTrial?.stripeSubscriptionId === chosen.id) return;
  const found = { stripeSubscriptionId: chosen.id, atMs: Date.now() };
  await ctx.db.patch("customers", _id, { repeatedTrial: found });
  await enqueue(ctx, "trialEnding", [subscriptionKey(stripeCustomerId, chosen.id)]);
}

function idOf(subscription: SubscriptionSnapshot | null): string | null {
  return subscription?.stripeSubscriptionId ?? null;
}

/** A customer deleted at Stripe takes the subscription along, and nothing remains to be asked. */
function ended(
  subscription: SubscriptionSnapshot | null,
  nowMs: number,
): SubscriptionSnapshot | null {
  if (subscription?.endedAtMs !== null) return subscription;
  return {
    ...subscription,
    status: "other",
    stripeStatus: "canceled",
    cancelAtPeriodEnd: false,
    endedAtMs: nowMs,
    pendingPlanType: null,
    paymentMethod: null,
  };
}

/**
 * Beyond what the plan allows, only the assistants made first stay live. Checked with every answer of Stripe's: a
 * smaller plan may begin long before its first payment succeeds, and gives its rights only with that.
 */
async function keepWithinPlan(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  now: SubscriptionSnapshot,
): Promise<void> {
  if (now.planType === null || now.status === "other") return;
  const published = await ctx.db
    .query("assistants")
    .withIndex("by_owner_and_published", (q) => q.eq("ownerId", ownerId).eq("published", true))
    .take(MAX_ASSISTANTS_PER_OWNER);
  for (const { _id } of published.slice(planOf(now.planType).limits.assistants)) {
    await ctx.db.patch("assistants", _id, { published: false });
  }
}

export async function isProcessed(ctx: QueryCtx, eventId: string): Promise<boolean> {
  const event = await ctx.db
    .query("stripeEvents")
    .withIndex("by_event_id", (q) => q.eq("eventId", eventId))
    .unique();
  return event !== null;
}

const EVENTS_KEPT_MS = 30 * DAY_MS;
const EVENTS_AT_ONCE = 200;

/** Stripe repeats an event for three days at most. Returns whether there are more to forget. */
export async function deleteSomeOldEvents(ctx: MutationCtx): Promise<boolean> {
  const old = await ctx.db
    .query("stripeEvents")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - EVENTS_KEPT_MS))
    .take(EVENTS_AT_ONCE);
  for (const { _id } of old) await ctx.db.delete("stripeEvents", _id);
  return old.length === EVENTS_AT_ONCE;
}

export async function bindCustomer(
  ctx: MutationCtx,
  {
    ownerId,
    stripeCustomerId,
    replacedId,
    email,
    leftover,
  }: {
    ownerId: Id<"users">;
    stripeCustomerId: string;
    replacedId: string | null;
    /** With which it was made. */
    email: string | null;
    /** The work that deletes it unless it is bound. */
    leftover: string;
  },
): Promise<string> {
  // An account that is being deleted gets no new customer.
  const owner = await requireOwnerDoc(ctx, ownerId);
  if ((owner.email ?? null) !== email) await enqueue(ctx, "customerAddress", [ownerId]);
  const existing = await findCustomer(ctx, ownerId);
  if (existing === null) {
    await ctx.db.insert("customers", {
      ownerId,
      stripeCustomerId,
      syncsBegun: 0,
      lastAppliedSync: 0,
      subscription: null,
      trialUsedAtMs: null,
      wantedPlanType: null,
      syncedAtMs: 0,
    });
    await cancel(ctx, "customerDeletion", leftover);
    return stripeCustomerId;
  }
  // Of two that were made at once, the one bound first stays, and the other goes.
  if (existing.stripeCustomerId !== replacedId) return existing.stripeCustomerId;
  await ctx.db.patch("customers", existing._id, { stripeCustomerId });
  await cancel(ctx, "customerDeletion", leftover);
  return stripeCustomerId;
}
