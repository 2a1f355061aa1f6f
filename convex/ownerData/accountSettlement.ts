/** Settles an account before it is deleted: charges what the owner owes. Unpaid charges outlive the account. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { overageCharge } from "../billing/overage/charge";
import { chargeUnbilledOverage, unbilledOverage } from "../billing/overage/ledger";
import { findCustomer } from "../billing/plans/customers";
import { findByStripeId } from "../billing/subscriptions/snapshots";
import { syncCustomer } from "../billing/subscriptions/sync";
import type { Handler } from "../jobs/handler";
import { runJob } from "../jobs/runJob";
import { startNow } from "../jobs/startJobs";
import { type StartedRun, startedRun } from "../jobs/table";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import schema from "../schema";
import { MINUTE_MS } from "../shared/durations";
import { stripe } from "../vendors/stripeClient";
import { StripeFailure } from "../vendors/stripeFailure";
import { readCustomerCheck } from "../vendors/vendorDeletion";

type Charge = Doc<"overageCharges">;

/** More charges than anybody owes. Any others are charged by their own jobs. */
const MAX_CHARGES = 20;
/** How long to wait until the charges are paid or refused. */
const CHECK_CHARGES_AFTER_MS = 15 * MINUTE_MS;
const UNFINISHED = ["reserved", "invoiced", "failed"] as const;

/** In cents: unbilled overage and unpaid charges, without amounts that would be waived. */
export async function amountOwed(ctx: QueryCtx, ownerId: Id<"users">): Promise<number> {
  const customer = await findCustomer(ctx, ownerId);
  if (customer === null) return 0;
  const unbilled = await unbilledOverage(ctx, ownerId);
  const charges = await unfinishedCharges(ctx, customer.stripeCustomerId);
  return (
    unbilled.reduce((sum, { overage }) => sum + overage.amountCents, 0) +
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
        .take(MAX_CHARGES),
    ),
  );
  return byState.flat();
}

/** Enters what is owed into the ledger, and starts the charges that are not running. */
export async function startCharges(ctx: MutationCtx, ownerId: Id<"users">): Promise<StartedRun[]> {
  const customer = await findCustomer(ctx, ownerId);
  if (customer === null) return [];
  await chargeUnbilledOverage(ctx, customer);
  const runs: StartedRun[] = [];
  for (const { _id } of await unfinishedCharges(ctx, customer.stripeCustomerId)) {
    const run = await startNow(ctx, "overageCharge", _id);
    if (run !== null) runs.push(run);
  }
  return runs;
}

/** Charges what an owner owes, and returns the cents that are still owed. */
export async function settle(ctx: ActionCtx, ownerId: Id<"users">): Promise<number> {
  const { customer } = await ctx.runQuery(
    internal.billing.subscriptions.billedOwner.ownerAndCustomer,
    {
      ownerId,
    },
  );
  if (customer === null) return 0;
  try {
    // A period may have ended since the last sync.
    await syncCustomer(ctx, customer.stripeCustomerId);
    const runs = await ctx.runMutation(internal.ownerData.accountSettlement.beginCharges, {
      ownerId,
    });
    for (const run of runs) await runJob(ctx, run, overageCharge);
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    console.error(`Could not charge what an owner owes: ${error.message}`);
  }
  return await ctx.runQuery(internal.ownerData.accountSettlement.owed, { ownerId });
}

/**
 * Deletes the customer of a deleted account. A deleted customer can neither be charged nor pay
 * (https://docs.stripe.com/api/customers/delete), so while something is owed only the subscription ends. The ledger
 * enqueues this job again when the charges are paid or voided. Until then an operator sees it.
 */
export const customerDeletion: Handler = {
  async run(ctx, key) {
    const unanswered = readCustomerCheck(key);
    if (unanswered !== null) return await deleteUnlinked(ctx, unanswered);
    const stripeCustomerId = key;
    const unfinished = await ctx.runQuery(internal.ownerData.accountSettlement.unfinished, {
      stripeCustomerId,
    });
    if (unfinished.length === 0) {
      await stripe().deleteCustomer(stripeCustomerId);
      return null;
    }
    await stripe().closeOpenCheckouts(stripeCustomerId);
    await stripe().endSubscriptions(stripeCustomerId);
    if (unfinished.some(({ state }) => state !== "failed"))
      return Date.now() + CHECK_CHARGES_AFTER_MS;
    const owedCents = unfinished.reduce((sum, { amountCents }) => sum + amountCents, 0);
    throw new Error(`The account is deleted, and ${owedCents} cents are still to be paid`);
  },
};

const ownerId = v.id("users");

export const beginCharges = internalMutation({
  args: { ownerId },
  returns: v.array(startedRun),
  handler: async (ctx, args) => await startCharges(ctx, args.ownerId),
});

export const owed = internalQuery({
  args: { ownerId },
  returns: v.number(),
  handler: async (ctx, args) => await amountOwed(ctx, args.ownerId),
});

export const unfinished = internalQuery({
  args: { stripeCustomerId: v.string() },
  returns: v.array(schema.doc("overageCharges")),
  handler: async (ctx, { stripeCustomerId }) => await unfinishedCharges(ctx, stripeCustomerId),
});

/** Whether the customer belongs to an account, or to a deleted one that still owes something. */
export const isLinked = internalQuery({
  args: { stripeCustomerId: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { stripeCustomerId }) =>
    (await findByStripeId(ctx, stripeCustomerId)) !== null ||
    (await unfinishedCharges(ctx, stripeCustomerId)).length > 0,
});

/** Deletes customers that were never linked to an account. They owe nothing, because they never saw a payment page. */
async function deleteUnlinked(
  ctx: ActionCtx,
  created: { ownerId: string; sinceMs: number },
): Promise<null> {
  for (const stripeCustomerId of await stripe().findCustomers(created)) {
    const isLinked = await ctx.runQuery(internal.ownerData.accountSettlement.isLinked, {
      stripeCustomerId,
    });
    if (!isLinked) await stripe().deleteCustomer(stripeCustomerId);
  }
  return null;
}
