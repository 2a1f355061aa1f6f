/** Sets a customer's email address at Stripe after the owner has changed it. */
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Handler } from "../../jobs/handler";
import { internalQuery } from "../../lib/internalFunctions";
import { stripe } from "../../vendors/stripeClient";
import { findCustomer } from "../plans/customers";

export const customerAddress: Handler = {
  async run(ctx, key) {
    const customer = await ctx.runQuery(
      internal.billing.subscriptions.customerAddress.findCustomerAddress,
      { key },
    );
    if (customer !== null) await stripe().setCustomerEmail(customer);
    return null;
  },
};

/** Null if there is no customer, or the account was deleted. */
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
