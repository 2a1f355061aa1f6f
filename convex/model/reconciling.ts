import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { alertOperator } from "./alert";
import { bringBackWanted } from "./planChanges";
import { syncCustomer } from "./stripeSync";

/** Returns where to go on, or null when nobody is left. One who cannot be synced holds up nobody. */
export async function reconcileBatch(
  ctx: ActionCtx,
  range: { afterMs: number; untilMs: number },
): Promise<number | null> {
  const customers = await ctx.runQuery(internal.billing.stale, range);
  for (const customer of customers) {
    try {
      await reconcile(ctx, customer);
    } catch (error) {
      const { stripeCustomerId } = customer;
      alertOperator("A customer could not be synced", { stripeCustomerId, error: String(error) });
    }
  }
  return customers.at(-1)?.syncedAtMs ?? null;
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
