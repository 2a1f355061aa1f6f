/** Internal: how what Stripe knows of an owner reaches our tables. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalMutation, internalQuery } from "./functions";
import { findActiveSubscription, findCustomer } from "../model/money/plans/customers";
import { requireOwnerDoc } from "../model/accounts/owner";
import { addUnansweredCustomer } from "../model/vendors/leftovers";
import {
  applySnapshot,
  beginSync,
  bindCustomer,
  findByStripeId,
  forgetOldEvents,
} from "../model/money/subscriptions/snapshots";
import {
  ALL_DUE,
  inDoubt,
  takeDue as takeDueCustomers,
  watchCheckout,
} from "../model/money/plans/reconcileDue";
import { applyDispute as applyDisputeSeen } from "../model/money/subscriptions/disputedPayments";
import { reconcileSome } from "../model/money/subscriptions/reconciling";
import {
  appliedSnapshot,
  newSnapshot,
  syncCustomer,
} from "../model/money/subscriptions/stripeSync";
import { isTrialUsed } from "../model/money/subscriptions/trialMarks";
import schema from "../schema";

export const ownerAndCustomer = internalQuery({
  args: { ownerId: v.id("users") },
  returns: v.object({
    email: v.union(v.string(), v.null()),
    customer: v.union(schema.doc("customers"), v.null()),
  }),
  handler: async (ctx, { ownerId }) => {
    const owner = await requireOwnerDoc(ctx, ownerId);
    return { email: owner.email ?? null, customer: await findCustomer(ctx, ownerId) };
  },
});

/** As far as we know without asking Stripe. */
export const isTrialToGive = internalQuery({
  args: { ownerId: v.id("users") },
  returns: v.boolean(),
  handler: async (ctx, { ownerId }) => {
    if ((await findActiveSubscription(ctx, ownerId)) !== null) return false;
    return !(await isTrialUsed(ctx, await requireOwnerDoc(ctx, ownerId)));
  },
});

/** Where an owner's customer should get mail; null when there is none, or the account is gone. */
export const customerAddress = internalQuery({
  args: { key: v.string() },
  returns: v.union(v.null(), v.object({ customerId: v.string(), email: v.string() })),
  handler: async (ctx, { key }) => {
    const ownerId = ctx.db.normalizeId("users", key);
    const owner = ownerId === null ? null : await ctx.db.get("users", ownerId);
    const customer = owner === null ? null : await findCustomer(ctx, owner._id);
    if (customer === null || owner?.email === undefined) return null;
    return { customerId: customer.stripeCustomerId, email: owner.email };
  },
});

/** Null when there is none, or the account is gone. */
export const customerByStripeId = internalQuery({
  args: { stripeCustomerId: v.string() },
  returns: v.union(schema.doc("customers"), v.null()),
  handler: async (ctx, { stripeCustomerId }) => await findByStripeId(ctx, stripeCustomerId),
});

/** Before a customer is made: what becomes of it if nobody binds it. */
export const beginBinding = internalMutation({
  args: { ownerId: v.id("users") },
  returns: v.string(),
  handler: async (ctx, { ownerId }) => await addUnansweredCustomer(ctx, ownerId),
});

export const bind = internalMutation({
  args: {
    ownerId: v.id("users"),
    stripeCustomerId: v.string(),
    replacedId: v.union(v.string(), v.null()),
    email: v.union(v.string(), v.null()),
    leftover: v.string(),
  },
  returns: v.string(),
  handler: async (ctx, args) => await bindCustomer(ctx, args),
});

export const begin = internalMutation({
  args: { stripeCustomerId: v.string(), eventId: v.union(v.string(), v.null()) },
  returns: v.union(v.number(), v.null()),
  handler: async (ctx, args) => await beginSync(ctx, args),
});

export const awaitCheckout = internalMutation({
  args: { ownerId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { ownerId }) => {
    await watchCheckout(ctx, ownerId);
    return null;
  },
});

export const apply = internalMutation({
  args: newSnapshot,
  returns: v.union(appliedSnapshot, v.null()),
  handler: async (ctx, args) => await applySnapshot(ctx, args),
});

export const applyDispute = internalMutation({
  args: {
    eventId: v.string(),
    disputeId: v.string(),
    stripeCustomerId: v.union(v.string(), v.null()),
    isNew: v.boolean(),
    isSettled: v.boolean(),
  },
  returns: v.null(),
  handler: async (ctx, seen) => {
    await applyDisputeSeen(ctx, seen);
    return null;
  },
});

/** Null forgets it. */
export const rememberWantedPlan = internalMutation({
  args: { ownerId: v.id("users"), planType: v.union(literals("STARTER", "PRO"), v.null()) },
  returns: v.null(),
  handler: async (ctx, { ownerId, planType }) => {
    const customer = await findCustomer(ctx, ownerId);
    if (customer === null) throw new Error(`Owner ${ownerId} has no customer`);
    if (customer.wantedPlanType !== planType) {
      const change = { wantedPlanType: planType, ...inDoubt(customer) };
      await ctx.db.patch("customers", customer._id, change);
    }
    return null;
  },
});

/** Once for each try, so that the next one has a key of its own: Stripe repeats a refusal for its key. */
export const notePlanStartRefused = internalMutation({
  args: { ownerId: v.id("users"), refused: v.number() },
  returns: v.null(),
  handler: async (ctx, { ownerId, refused }) => {
    const customer = await findCustomer(ctx, ownerId);
    if (customer === null || (customer.planStartsRefused ?? 0) !== refused) return null;
    await ctx.db.patch("customers", customer._id, { planStartsRefused: refused + 1 });
    return null;
  },
});

export const sync = internalAction({
  args: { stripeCustomerId: v.string() },
  returns: v.null(),
  handler: async (ctx, { stripeCustomerId }) => {
    await syncCustomer(ctx, stripeCustomerId);
    return null;
  },
});

export const takeDue = internalMutation({
  args: {},
  returns: v.array(schema.doc("customers")),
  handler: takeDueCustomers,
});

/** Called every hour: what no event told us, or told us in vain. What one run does not come to, the outbox goes on with. */
export const reconcile = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await reconcileSome(ctx)) {
      await ctx.runMutation(internal.backstage.outbox.ask, { kind: "reconcile", keys: [ALL_DUE] });
    }
    return null;
  },
});

export const forgetEvents = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const hasMore = await forgetOldEvents(ctx);
    if (hasMore) await ctx.scheduler.runAfter(0, internal.backstage.subscriptions.forgetEvents, {});
    return null;
  },
});
