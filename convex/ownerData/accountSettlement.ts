/** What an owner still owes when the account is to go: it is charged first, and outlives the account if need be. */
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

/** More than anybody could owe; what is beyond is charged by its own time. */
const CHARGES_AT_ONCE = 20;
/** Unless it is refused; then it is for people. */
const CHARGED_WITHIN_MS = 15 * MINUTE_MS;
const UNFINISHED = ["reserved", "invoiced", "failed"] as const;

/** In cents: what is not charged yet, or was and is not paid. What would be waived is not part of it. */
export async function amountOwed(ctx: QueryCtx, ownerId: Id<"users">): Promise<number> {
  const customer = await findCustomer(ctx, ownerId);
  if (customer === null) return 0;
  const rests = await unbilledOverage(ctx, ownerId);
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

/** Puts what is owed into the ledger, and begins what is not under way already. */
export async function chargeWhatIsOwed(
  ctx: MutationCtx,
  ownerId: Id<"users">,
): Promise<StartedRun[]> {
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

/** Charges what an owner owes, and answers what they owe after that, in cents. */
export async function settle(ctx: ActionCtx, ownerId: Id<"users">): Promise<number> {
  const { customer } = await ctx.runQuery(
    internal.billing.subscriptions.billedOwner.ownerAndCustomer,
    {
      ownerId,
    },
  );
  if (customer === null) return 0;
  try {
    // A period may have ended sooner than we know.
    await syncCustomer(ctx, customer.stripeCustomerId);
    const runs = await ctx.runMutation(internal.ownerData.accountSettlement.beginCharges, {
      ownerId,
    });
    for (const run of runs) await runJob(ctx, run, overageCharge);
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    console.error(`What is owed could not be charged: ${error.message}`);
  }
  return await ctx.runQuery(internal.ownerData.accountSettlement.owed, { ownerId });
}

/**
 * The customer of an account that is gone. A deleted one can neither be charged nor pay
 * (https://docs.stripe.com/api/customers/delete), so while something is owed only the subscription
 * ends. The ledger asks again when it is paid or voided; until then an operator sees it.
 */
export const customerDeletion: Handler = {
  async run(ctx, key) {
    const unanswered = readCustomerCheck(key);
    if (unanswered !== null) return await removeUnbound(ctx, unanswered);
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
    if (unfinished.some(({ state }) => state !== "failed")) return Date.now() + CHARGED_WITHIN_MS;
    const owedCents = unfinished.reduce((sum, { amountCents }) => sum + amountCents, 0);
    throw new Error(`The account is deleted, and ${owedCents} cents are still to be paid`);
  },
};

const ownerId = v.id("users");

export const beginCharges = internalMutation({
  args: { ownerId },
  returns: v.array(startedRun),
  handler: async (ctx, args) => await chargeWhatIsOwed(ctx, args.ownerId),
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

/** Whether it is somebody's, or will be charged what somebody who is gone still owes. */
export const isBound = internalQuery({
  args: { stripeCustomerId: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { stripeCustomerId }) =>
    (await findByStripeId(ctx, stripeCustomerId)) !== null ||
    (await unfinishedCharges(ctx, stripeCustomerId)).length > 0,
});

/** Of whom we never heard, nothing can be owed: they were never led to a payment page. */
async function removeUnbound(
  ctx: ActionCtx,
  made: { ownerId: string; sinceMs: number },
): Promise<null> {
  for (const stripeCustomerId of await stripe().findCustomers(made)) {
    const isBound = await ctx.runQuery(internal.ownerData.accountSettlement.isBound, {
      stripeCustomerId,
    });
    if (!isBound) await stripe().deleteCustomer(stripeCustomerId);
  }
  return null;
}
