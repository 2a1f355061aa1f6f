/** What an owner still owes when the account is to go: it is charged first, and outlives the account if need be. */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { StripeFailure } from "../platforms/stripeFailure";
import { findCustomer } from "./customers";
import type { Handler } from "./outbox/handlers";
import { carryOutCharge } from "./overageCharging";
import { reserveRests, unbilledRests } from "./overageLedger";
import { stripe } from "./stripe";
import { syncCustomer } from "./stripeSync";

type Charge = Doc<"overageCharges">;

/** More than anybody could owe; what is beyond is charged by its own time. */
const CHARGES_AT_ONCE = 20;
const UNFINISHED = ["reserved", "invoiced", "failed"] as const;

/** In cents: what is not charged yet, or was and is not paid. What would be waived is not part of it. */
export async function amountOwed(ctx: QueryCtx, ownerId: Id<"users">): Promise<number> {
  const customer = await findCustomer(ctx, ownerId);
  if (customer === null) return 0;
  const rests = await unbilledRests(ctx, ownerId);
  const charges = await unfinishedCharges(ctx, customer.stripeCustomerId);
  return (
    rests.reduce((sum, { overage }) => sum + overage.amountCents, 0) +
    charges.reduce((sum, { amountCents }) => sum + amountCents, 0)
  );
}

export async function unfinishedCharges(
  ctx: QueryCtx,
  stripeCustomerId: string,
): Promise<Charge[]> {
  const byState = await Promise.all(
    UNFINISHED.map((state) =>
      ctx.db
        .query("overageCharges")
        .withIndex("by_customer_and_state", (q) =>
          q.eq("stripeCustomerId", stripeCustomerId).eq("state", state),
        )
        .take(CHARGES_AT_ONCE),
    ),
  );
  return byState.flat();
}

export async function reserveAll(ctx: MutationCtx, ownerId: Id<"users">): Promise<void> {
  const customer = await findCustomer(ctx, ownerId);
  if (customer !== null) await reserveRests(ctx, customer);
}

/** Charges what an owner owes, and answers what they owe after that, in cents. */
export async function settle(ctx: ActionCtx, ownerId: Id<"users">): Promise<number> {
  const { customer } = await ctx.runQuery(internal.billing.ownerAndCustomer, { ownerId });
  if (customer === null) return 0;
  try {
    // A period may have ended sooner than we know.
    await syncCustomer(ctx, customer.stripeCustomerId);
    await ctx.runMutation(internal.account.reserve, { ownerId });
    await chargeAll(ctx, customer.stripeCustomerId);
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    console.error(`What is owed could not be charged: ${error.message}`);
  }
  return await ctx.runQuery(internal.account.owed, { ownerId });
}

/** In cents, what is still not paid. */
async function chargeAll(ctx: ActionCtx, stripeCustomerId: string): Promise<number> {
  const unfinished = () => ctx.runQuery(internal.account.unfinished, { stripeCustomerId });
  for (const { _id } of await unfinished()) await carryOutCharge(ctx, _id);
  return (await unfinished()).reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/**
 * The customer of an account that is gone. A deleted one can neither be charged nor pay
 * (https://docs.stripe.com/api/customers/delete), so while something is owed only the subscription
 * ends. The ledger asks again when it is paid or voided; until then an operator sees it.
 */
export const customerDeletion: Handler = {
  async run(ctx, stripeCustomerId) {
    const owedCents = await chargeAll(ctx, stripeCustomerId);
    if (owedCents === 0) {
      await stripe().deleteCustomer(stripeCustomerId);
      return;
    }
    await stripe().closeOpenCheckouts(stripeCustomerId);
    await stripe().endSubscriptions(stripeCustomerId);
    throw new Error(`The account is deleted, and ${owedCents} cents are still to be paid`);
  },
};
