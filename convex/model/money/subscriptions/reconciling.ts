import { internal } from "../../../_generated/api";
import type { Doc } from "../../../_generated/dataModel";
import type { ActionCtx } from "../../../_generated/server";
import { alertOperator } from "../../common/alert";
import { bringBackWanted } from "./planChanges";
import type { Handler } from "../../outbox/handler";
import { isMoreDue } from "../plans/reconcileDue";
import { syncCustomer } from "./stripeSync";

/** Some of those that are due in each run, so that other work at Stripe has its turn in between. */
export const reconcileDue: Handler = {
  run: async (ctx) => ((await reconcileSome(ctx)) ? Date.now() : null),
};

/** Says whether there may be more. One who cannot be synced holds up nobody. */
export async function reconcileSome(ctx: ActionCtx): Promise<boolean> {
  const customers = await ctx.runMutation(internal.backstage.subscriptions.takeDue, {});
  for (const customer of customers) {
    try {
      await reconcile(ctx, customer);
    } catch (error) {
      const { stripeCustomerId } = customer;
      alertOperator("A customer could not be synced", { stripeCustomerId, error: String(error) });
    }
  }
  return isMoreDue(customers);
}

async function reconcile(
  ctx: ActionCtx,
  { ownerId, stripeCustomerId }: Doc<"customers">,
): Promise<void> {
  const synced = await syncCustomer(ctx, stripeCustomerId);
  if (synced === null) return;
  const owner = { ...synced, ownerId, stripeCustomerId, attempt: String(synced.sync) };
  if (await bringBackWanted(ctx, owner)) await syncCustomer(ctx, stripeCustomerId);
}
