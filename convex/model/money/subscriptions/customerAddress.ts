/** Stripe writes to an owner where the owner is: after a change of the address, to the new one. */
import { internal } from "../../../_generated/api";
import type { Handler } from "../../outbox/handler";
import { stripe } from "../../vendors/stripe";

export const customerAddress: Handler = {
  async run(ctx, key) {
    const now = await ctx.runQuery(internal.backstage.subscriptions.customerAddress, { key });
    if (now !== null) await stripe().setCustomerEmail(now);
    return null;
  },
};
