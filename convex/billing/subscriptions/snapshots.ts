/** Saves Stripe's state of a customer in one transaction. An older state never replaces a newer one. */
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
import { hasHadTrial, markTrial } from "./trialMarks";

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

/** The number of the sync, or null if there is nothing to do. */
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
  /** The owner's subscription, if it is live. */
  liveId: string | null;
  /** With this account or another one of the same person. */
  isTrialUsed: boolean;
  wantedPlanType: Customer["wantedPlanType"];
}

/** Null if the account was deleted in the meantime. */
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
  const saved = isNewest ? await save(ctx, customer, { sync, state, chosen: choice }) : customer;
  // An older state must not cancel a subscription that a newer one contains.
  if (isNewest) await enqueueCorrections(ctx, customer, choice);
  return {
    liveId: choice.isLive ? (choice.subscription?.id ?? null) : null,
    isTrialUsed:
      saved.trialUsedAtMs !== null ||
      (await hasHadTrial(ctx, await requireOwnerDoc(ctx, customer.ownerId))),
    wantedPlanType: saved.wantedPlanType,
  };
}

/** Null if there is none, or the account was deleted. */
export const customerByStripeId = internalQuery({
  args: { stripeCustomerId: v.string() },
  returns: v.union(schema.doc("customers"), v.null()),
  handler: async (ctx, { stripeCustomerId }) => await findByStripeId(ctx, stripeCustomerId),
});

export const deleteOldEvents = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const hasMore = await deleteOldEventBatch(ctx);
    if (hasMore)
      await ctx.scheduler.runAfter(0, internal.billing.subscriptions.snapshots.deleteOldEvents, {});
    return null;
  },
});

/**
 * Enqueues the corrections at Stripe that this state requires, and alerts the operator. It runs in the transaction that
 * saves the state, because a processed event is not sent again.
 */
async function enqueueCorrections(
  ctx: MutationCtx,
  before: Customer,
  choice: Choice,
): Promise<void> {
  const { stripeCustomerId } = before;
  const { subscription, isLive, isSecondTrial, extraIds } = choice;
  if (subscription !== null && isLive) {
    const isNew = subscription.id !== idOf(before.subscription);
    const live = { stripeCustomerId, subscriptionId: subscription.id };
    if (isNew) {
      await enqueue(ctx, "checkoutClosing", [stripeCustomerId]);
      // This was the extra subscription until the other one ended.
      await cancel(ctx, "extraSubscription", subscriptionKey(stripeCustomerId, subscription.id));
    }
    if (subscription.planType === null && (isNew || before.subscription?.planType !== null)) {
      alertOperator("A subscription's price belongs to none of our plans", live);
    }
    if (isSecondTrial && (isNew || before.subscription?.status !== "trialing")) {
      alertOperator("A subscription has a second trial, which was not changed", live);
    }
  }
  const extra = extraIds.map((id) => subscriptionKey(stripeCustomerId, id));
  await enqueue(ctx, "extraSubscription", extra);
}

type Saved = Pick<Customer, "trialUsedAtMs" | "wantedPlanType">;

async function save(
  ctx: MutationCtx,
  customer: Customer,
  found: {
    sync: number;
    state: StripeCustomerState;
    chosen: Choice;
  },
): Promise<Saved> {
  const before = customer.subscription;
  const { subscription: chosen } = found.chosen;
  const now = found.state.isDeleted
    ? asEnded(before, Date.now())
    : chosen === null
      ? null
      : snapshotOf(chosen);
  const continues = now?.endedAtMs === null && idOf(before) === idOf(now);
  const saved = {
    trialUsedAtMs: customer.trialUsedAtMs ?? firstTrialMs(found.state),
    wantedPlanType: continues ? customer.wantedPlanType : null,
  };
  const changed = {
    ...saved,
    lastAppliedSync: found.sync,
    subscription: now,
    syncedAtMs: Date.now(),
    ...nextSyncAt({ ...customer, ...saved, subscription: now }),
  };
  await ctx.db.patch("customers", customer._id, changed);
  if (saved.trialUsedAtMs !== null) await endRepeatedTrial(ctx, customer, chosen);
  if (now === null) return saved;
  const changedAtMs = chosen?.changeInvoicedMs ?? null;
  await alignPeriods(ctx, { ownerId: customer.ownerId, before, now, changedAtMs });
  await unpublishBeyondPlan(ctx, customer.ownerId, now);
  await notifyOfBilling(ctx, customer, { ...customer, ...changed });
  return saved;
}

/** Ends a trial if the person or the card has had one with another account. */
async function endRepeatedTrial(
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

/** Deleting a customer at Stripe ends the subscription, and its state can no longer be fetched. */
function asEnded(
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
 * Unpublishes the newest assistants if there are more than the plan allows. Checked with every sync, because a smaller
 * plan gives its rights only once its first payment succeeds, which may be long after it begins.
 */
async function unpublishBeyondPlan(
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

/** Stripe repeats an event for three days at most. */
const EVENTS_RETENTION_MS = 30 * DAY_MS;
const EVENT_BATCH_SIZE = 200;

/** Deletes a batch of old events, and returns whether there may be more. */
export async function deleteOldEventBatch(ctx: MutationCtx): Promise<boolean> {
  const old = await ctx.db
    .query("stripeEvents")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - EVENTS_RETENTION_MS))
    .take(EVENT_BATCH_SIZE);
  for (const { _id } of old) await ctx.db.delete("stripeEvents", _id);
  return old.length === EVENT_BATCH_SIZE;
}

export async function linkCustomer(
  ctx: MutationCtx,
  {
    ownerId,
    stripeCustomerId,
    replacedId,
    email,
    cleanupKey,
  }: {
    ownerId: Id<"users">;
    stripeCustomerId: string;
    replacedId: string | null;
    /** The address with which it was created. */
    email: string | null;
    /** The key of the job that deletes the customer unless it is linked. */
    cleanupKey: string;
  },
): Promise<string> {
  // Throws if the account is being deleted.
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
    await cancel(ctx, "customerDeletion", cleanupKey);
    return stripeCustomerId;
  }
  // If two were created concurrently, the one that was linked first stays, and a job deletes the other.
  if (existing.stripeCustomerId !== replacedId) return existing.stripeCustomerId;
  await ctx.db.patch("customers", existing._id, { stripeCustomerId });
  await cancel(ctx, "customerDeletion", cleanupKey);
  return stripeCustomerId;
}
