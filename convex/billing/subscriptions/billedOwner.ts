/** An owner's customer at Stripe, synced in this action. */
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { internalMutation, internalQuery } from "../../lib/internalFunctions";
import { requireOwnerDoc } from "../../lib/owner";
import { fingerprint } from "../../lib/secrets";
import { userError } from "../../lib/userError";
import schema from "../../schema";
import { REFUSALS } from "../../shared/messages";
import { stripe } from "../../vendors/stripeClient";
import { scheduleCustomerCheck } from "../../vendors/vendorDeletion";
import { findCustomer } from "../plans/customers";
import { linkCustomer } from "./snapshots";
import { syncCustomer, type Synced } from "./sync";

export interface BilledOwner extends Omit<Synced, "sync"> {
  ownerId: Id<"users">;
  stripeCustomerId: string;
  /** Part of this action's idempotency keys, so that Stripe executes a repeated request once. */
  attempt: string;
}

export async function requireCustomer(ctx: ActionCtx, ownerId: Id<"users">): Promise<BilledOwner> {
  const { customer } = await ctx.runQuery(
    internal.billing.subscriptions.billedOwner.ownerAndCustomer,
    {
      ownerId,
    },
  );
  if (customer === null) throw userError("no_subscription", REFUSALS.noSubscription);
  return await syncOwner(ctx, ownerId, customer.stripeCustomerId);
}

/** Links the customer to the owner before a purchase, so that every event finds its owner. */
export async function ensureCustomer(ctx: ActionCtx, ownerId: Id<"users">): Promise<BilledOwner> {
  const { customer, email } = await ctx.runQuery(
    internal.billing.subscriptions.billedOwner.ownerAndCustomer,
    { ownerId },
  );
  const id = customer?.stripeCustomerId ?? (await createCustomer(ctx, { ownerId, email }));
  const owner = await syncOwner(ctx, ownerId, id);
  if (!owner.isDeleted) return owner;
  const newId = await createCustomer(ctx, { ownerId, email, replacedId: id });
  return await syncOwner(ctx, ownerId, newId);
}

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

/** Called before a customer is created. Schedules its deletion in case it is never linked to the owner. */
export const scheduleCleanup = internalMutation({
  args: { ownerId: v.id("users") },
  returns: v.string(),
  handler: async (ctx, { ownerId }) => await scheduleCustomerCheck(ctx, ownerId),
});

export const linkToOwner = internalMutation({
  args: {
    ownerId: v.id("users"),
    stripeCustomerId: v.string(),
    replacedId: v.union(v.string(), v.null()),
    email: v.union(v.string(), v.null()),
    cleanupKey: v.string(),
  },
  returns: v.string(),
  handler: async (ctx, args) => await linkCustomer(ctx, args),
});

async function createCustomer(
  ctx: ActionCtx,
  {
    ownerId,
    email,
    replacedId = null,
  }: { ownerId: Id<"users">; email: string | null; replacedId?: string | null },
): Promise<string> {
  const cleanupKey = await ctx.runMutation(
    internal.billing.subscriptions.billedOwner.scheduleCleanup,
    {
      ownerId,
    },
  );
  const stripeCustomerId = await stripe().createCustomer({
    email,
    ownerId,
    // Stripe refuses to use a key again with another address.
    key: `cus:${ownerId}:${replacedId ?? "first"}:${await fingerprint([email ?? ""])}`,
  });
  return await ctx.runMutation(internal.billing.subscriptions.billedOwner.linkToOwner, {
    ownerId,
    stripeCustomerId,
    replacedId,
    email,
    cleanupKey,
  });
}

async function syncOwner(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  stripeCustomerId: string,
): Promise<BilledOwner> {
  const synced = await syncCustomer(ctx, stripeCustomerId);
  if (synced === null) throw new Error(`Customer ${stripeCustomerId} belongs to no owner`);
  const { sync, ...state } = synced;
  return { ...state, ownerId, stripeCustomerId, attempt: String(sync) };
}
