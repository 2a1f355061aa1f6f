/** Stripe writes to an owner where the owner is: after a change of the address, to the new one. */
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Handler } from "../../jobs/handler";
import { internalQuery } from "../../lib/internalFunctions";
import { stripe } from "../../vendors/stripeClient";
import { findCustomer } from "../plans/customers";

export const customerAddress: Handler = {
  async run(ctx, key) {
    const now = await ctx.runQuery(
      internal.billing.subscriptions.customerAddress.findCustomerAddress,
      { key },
    );
    if (now !== null) await stripe().setCustomerEmail(now);
    return null;
  },
};

/** Where an owner's customer should get mail; null when there is none, or the account is gone. */
export const findCustomerAddress = internalQuery({
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
