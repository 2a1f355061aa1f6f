import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import type { Handler } from "../../jobs/handler";
import { alertOperator } from "../../lib/alert";
import { internalAction, internalMutation } from "../../lib/internalFunctions";
import schema from "../../schema";
import { ALL_DUE, hasMoreDue, takeDueCustomers } from "../plans/syncSchedule";
import { restoreWantedPlan } from "./planChanges";
import { syncCustomer } from "./sync";

/** Syncs a batch of due customers in each run, so that other jobs for Stripe run in between. */
export const scheduledSync: Handler = {
  run: async (ctx) => ((await syncDueBatch(ctx)) ? Date.now() : null),
};

/** Returns whether there may be more. A customer that cannot be synced does not stop the others. */
export async function syncDueBatch(ctx: ActionCtx): Promise<boolean> {
  const customers = await ctx.runMutation(internal.billing.subscriptions.scheduledSync.takeDue, {});
  for (const customer of customers) {
    try {
      await syncAndRestore(ctx, customer);
    } catch (error) {
      const { stripeCustomerId } = customer;
      alertOperator("A customer could not be synced", { stripeCustomerId, error: String(error) });
    }
  }
  return hasMoreDue(customers);
}

export const takeDue = internalMutation({
  args: {},
  returns: v.array(schema.doc("customers")),
  handler: takeDueCustomers,
});

/** Runs every hour: syncs customers whose changes no event reported. A job continues with those that one run does not reach. */
export const syncDueCustomers = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await syncDueBatch(ctx)) {
      await ctx.runMutation(internal.jobs.enqueue.enqueueJobs, {
        kind: "reconcile",
        keys: [ALL_DUE],
      });
    }
    return null;
  },
});

async function syncAndRestore(
  ctx: ActionCtx,
  { ownerId, stripeCustomerId }: Doc<"customers">,
): Promise<void> {
  const synced = await syncCustomer(ctx, stripeCustomerId);
  if (synced === null) return;
  const owner = { ...synced, ownerId, stripeCustomerId, attempt: String(synced.sync) };
  if (await restoreWantedPlan(ctx, owner)) await syncCustomer(ctx, stripeCustomerId);
}
