/** An owner as Stripe knows them at this moment. */
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
import { bindCustomer } from "./snapshots";
import { syncCustomer, type Synced } from "./sync";

export interface BilledOwner extends Omit<Synced, "sync"> {
  ownerId: Id<"users">;
  stripeCustomerId: string;
  /** Names this run of an action: what Stripe gets from it twice, it does once. */
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
  return await asked(ctx, ownerId, customer.stripeCustomerId);
}

/** Bound before anything is sold, so that whatever happens at Stripe finds its owner. */
export async function ensureCustomer(ctx: ActionCtx, ownerId: Id<"users">): Promise<BilledOwner> {
  const { customer, email } = await ctx.runQuery(
    internal.billing.subscriptions.billedOwner.ownerAndCustomer,
    { ownerId },
  );
  const known = customer?.stripeCustomerId ?? (await bindNew(ctx, { ownerId, email }));
  const owner = await asked(ctx, ownerId, known);
  if (!owner.isDeleted) return owner;
  return await asked(ctx, ownerId, await bindNew(ctx, { ownerId, email, replacedId: known }));
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

/** Before a customer is made: what becomes of it if nobody binds it. */
export const beginBinding = internalMutation({
  args: { ownerId: v.id("users") },
  returns: v.string(),
  handler: async (ctx, { ownerId }) => await scheduleCustomerCheck(ctx, ownerId),
});

export const bindToOwner = internalMutation({
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

async function bindNew(
  ctx: ActionCtx,
  {
    ownerId,
    email,
    replacedId = null,
  }: { ownerId: Id<"users">; email: string | null; replacedId?: string | null },
): Promise<string> {
  const leftover = await ctx.runMutation(internal.billing.subscriptions.billedOwner.beginBinding, {
    ownerId,
  });
  const stripeCustomerId = await stripe().createCustomer({
    email,
    ownerId,
    // Stripe refuses a key that comes again with another address.
    key: `cus:${ownerId}:${replacedId ?? "first"}:${await fingerprint([email ?? ""])}`,
  });
  return await ctx.runMutation(internal.billing.subscriptions.billedOwner.bindToOwner, {
    ownerId,
    stripeCustomerId,
    replacedId,
    email,
    leftover,
  });
}

async function asked(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  stripeCustomerId: string,
): Promise<BilledOwner> {
  const synced = await syncCustomer(ctx, stripeCustomerId);
  if (synced === null) throw new Error(`Customer ${stripeCustomerId} is no longer bound`);
  const { sync, ...state } = synced;
  return { ...state, ownerId, stripeCustomerId, attempt: String(sync) };
}
