/** An owner as Stripe knows them at this moment. */
import { internal } from "../../../_generated/api";
import type { Id } from "../../../_generated/dataModel";
import type { ActionCtx } from "../../../_generated/server";
import { REFUSALS } from "../../../catalog/messages";
import { stripe } from "../../vendors/stripe";
import { syncCustomer, type Synced } from "./stripeSync";
import { fingerprint } from "../../common/secrets";
import { userError } from "../../common/userError";

export interface BilledOwner extends Omit<Synced, "sync"> {
  ownerId: Id<"users">;
  stripeCustomerId: string;
  /** Names this run of an action: what Stripe gets from it twice, it does once. */
  attempt: string;
}

export async function requireCustomer(ctx: ActionCtx, ownerId: Id<"users">): Promise<BilledOwner> {
  const { customer } = await ctx.runQuery(internal.backstage.subscriptions.ownerAndCustomer, {
    ownerId,
  });
  if (customer === null) throw userError("no_subscription", REFUSALS.noSubscription);
  return await asked(ctx, ownerId, customer.stripeCustomerId);
}

/** Bound before anything is sold, so that whatever happens at Stripe finds its owner. */
export async function ensureCustomer(ctx: ActionCtx, ownerId: Id<"users">): Promise<BilledOwner> {
  const { customer, email } = await ctx.runQuery(
    internal.backstage.subscriptions.ownerAndCustomer,
    { ownerId },
  );
  const known = customer?.stripeCustomerId ?? (await bindNew(ctx, { ownerId, email }));
  const owner = await asked(ctx, ownerId, known);
  if (!owner.isDeleted) return owner;
  return await asked(ctx, ownerId, await bindNew(ctx, { ownerId, email, replacedId: known }));
}

async function bindNew(
  ctx: ActionCtx,
  {
    ownerId,
    email,
    replacedId = null,
  }: { ownerId: Id<"users">; email: string | null; replacedId?: string | null },
): Promise<string> {
  const leftover = await ctx.runMutation(internal.backstage.subscriptions.beginBinding, {
    ownerId,
  });
  const stripeCustomerId = await stripe().createCustomer({
    email,
    ownerId,
    // Stripe refuses a key that comes again with another address.
    key: `cus:${ownerId}:${replacedId ?? "first"}:${await fingerprint([email ?? ""])}`,
  });
  return await ctx.runMutation(internal.backstage.subscriptions.bind, {
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
