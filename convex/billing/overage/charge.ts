/**
 * Charges an entry of the ledger: creates an invoice, adds the line, finalizes and pays it. The job can be interrupted
 * anywhere and run again, because each step reads the invoice first and has its own idempotency key.
 */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import type { Handler } from "../../jobs/handler";
import { internalMutation, internalQuery } from "../../lib/internalFunctions";
import schema from "../../schema";
import { DAY_MS, HOUR_MS } from "../../shared/durations";
import { REFUSALS } from "../../shared/messages";
import { stripe } from "../../vendors/stripeClient";
import { StripeFailure } from "../../vendors/stripeFailure";
import type { OverageInvoice } from "../../vendors/stripeInvoices";
import { findCustomer } from "../plans/customers";
import { isDisputed } from "../plans/disputes";
import {
  forgetInvoice,
  isFinished,
  nextCheckAt,
  MAX_PAY_ATTEMPTS,
  type Outcome,
  payingSubscription,
  recordInvoice,
  recordOutcome,
} from "./ledger";

type Charge = Doc<"overageCharges">;

/** Stripe forgets idempotency keys after a day. We stop relying on them earlier. */
const KEYS_VALID_MS = 20 * HOUR_MS;

/** How long a charge waits while a payment is disputed. The end of the dispute starts it earlier. */
const DISPUTE_RETRY_MS = DAY_MS;

/** The job's key is the charge's id. */
export const overageCharge: Handler = {
  async run(ctx, key) {
    const chargeId = key as Id<"overageCharges">;
    const found = await ctx.runQuery(internal.billing.overage.charge.chargeAndPeriod, { chargeId });
    if (found === null || isFinished(found.charge)) return null;
    if (found.isDisputed) return Date.now() + DISPUTE_RETRY_MS;
    const outcome = await chargeNow(ctx, found);
    // Its invoice was deleted, which has enqueued this job again.
    if (outcome === null) return null;
    const charge = await ctx.runMutation(internal.billing.overage.charge.recordChargeOutcome, {
      chargeId,
      ...outcome,
    });
    return charge === null ? null : nextCheckAt(charge);
  },
};

/** Called for each event about an invoice. Somebody may have paid or voided one of ours at Stripe. */
export async function refreshCharge(ctx: ActionCtx, invoiceId: string): Promise<void> {
  const chargeId = await ctx.runQuery(internal.billing.overage.charge.chargeOfInvoice, {
    invoiceId,
  });
  if (chargeId === null) return;
  const invoice = await stripe().retrieveOverageInvoice(invoiceId);
  if (invoice === null) {
    await ctx.runMutation(internal.billing.overage.charge.forgetChargeInvoice, {
      chargeId,
      invoiceId,
    });
    return;
  }
  await ctx.runMutation(internal.billing.overage.charge.recordChargeOutcome, {
    chargeId,
    ...stateOf(invoice),
  });
}

type Result = Omit<Outcome, "chargeId">;
type Found = { charge: Charge; period: Doc<"usagePeriods">; subscriptionId: string };

const chargeId = v.id("overageCharges");

const charge = schema.doc("overageCharges");

export const chargeAndPeriod = internalQuery({
  args: { chargeId },
  returns: v.union(
    v.object({
      charge,
      period: schema.doc("usagePeriods"),
      isDisputed: v.boolean(),
      /** The subscription whose payment method pays it. */
      subscriptionId: v.string(),
    }),
    v.null(),
  ),
  handler: async (ctx, args) => {
    const found = await ctx.db.get("overageCharges", args.chargeId);
    if (found === null) return null;
    const period = await ctx.db.get("usagePeriods", found.usagePeriodId);
    if (period === null) throw new Error(`The period of charge ${found._id} is gone`);
    const customer = await findCustomer(ctx, found.ownerId);
    const subscriptionId = payingSubscription(found, customer);
    return { charge: found, period, isDisputed: isDisputed(customer), subscriptionId };
  },
});

export const recordChargeInvoice = internalMutation({
  args: { chargeId, invoiceId: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await recordInvoice(ctx, args.chargeId, args.invoiceId);
    return null;
  },
});

export const forgetChargeInvoice = internalMutation({
  args: { chargeId, invoiceId: v.string() },
  returns: v.union(charge, v.null()),
  handler: async (ctx, args) => await forgetInvoice(ctx, args.chargeId, args.invoiceId),
});

export const recordChargeOutcome = internalMutation({
  args: {
    chargeId,
    status: v.union(literals("draft", "open", "paid", "void", "uncollectible"), v.null()),
    isProcessing: v.boolean(),
    paymentError: v.union(v.string(), v.null()),
    refusal: v.union(v.string(), v.null()),
    confirmUrl: v.union(v.string(), v.null()),
    payUrl: v.union(v.string(), v.null()),
  },
  returns: v.union(charge, v.null()),
  handler: async (ctx, outcome) => await recordOutcome(ctx, outcome),
});

export const chargeOfInvoice = internalQuery({
  args: { invoiceId: v.string() },
  returns: v.union(chargeId, v.null()),
  handler: async (ctx, { invoiceId }) => {
    const found = await ctx.db
      .query("overageCharges")
      .withIndex("by_invoice", (q) => q.eq("invoiceId", invoiceId))
      .unique();
    return found?._id ?? null;
  },
});

async function chargeNow(
  ctx: ActionCtx,
  { charge, period, subscriptionId }: Found,
): Promise<Result | null> {
  try {
    const existing = await findOrCreateInvoice(ctx, charge);
    if (existing === null) return null;
    const invoice = await finalize(existing, charge, period);
    // A payment that was processing and is still unpaid has failed. It counts as a refusal and is retried later.
    const isPayable = invoice.status === "open" && !invoice.isProcessing;
    if (!isPayable || charge.isProcessing === true) return stateOf(invoice);
    return await pay(invoice, charge, subscriptionId);
  } catch (error) {
    // The customer was deleted, so nobody can be charged.
    if (!(error instanceof StripeFailure) || error.reason !== "missing") throw error;
    return { ...NO_INVOICE, refusal: error.message };
  }
}

/**
 * Fetches the invoice even after creating it, because Stripe repeats the first response for an idempotency key. Null if
 * the invoice was deleted.
 */
async function findOrCreateInvoice(ctx: ActionCtx, charge: Charge): Promise<OverageInvoice | null> {
  const invoiceId = charge.invoiceId ?? (await createInvoice(ctx, charge));
  const invoice = await stripe().retrieveOverageInvoice(invoiceId);
  if (invoice === null) {
    await ctx.runMutation(internal.billing.overage.charge.forgetChargeInvoice, {
      chargeId: charge._id,
      invoiceId,
    });
  }
  return invoice;
}

async function createInvoice(ctx: ActionCtx, charge: Charge): Promise<string> {
  const { _id: chargeId, stripeCustomerId: customerId, _creationTime: sinceMs } = charge;
  const isKeyExpired = Date.now() - sinceMs > KEYS_VALID_MS;
  const existing = isKeyExpired
    ? await stripe().findOverageInvoice({ chargeId, customerId, sinceMs })
    : null;
  const { id } =
    existing ??
    (await stripe().createOverageInvoice({ chargeId, customerId, keyPrefix: keyPrefixOf(charge) }));
  await ctx.runMutation(internal.billing.overage.charge.recordChargeInvoice, {
    chargeId,
    invoiceId: id,
  });
  return id;
}

/** A new invoice needs new keys: for the old ones, Stripe repeats its responses about the deleted invoice. */
function keyPrefixOf({ _id, deletedInvoices = 0 }: Charge): string {
  return deletedInvoices === 0 ? _id : `${_id}:${deletedInvoices}`;
}

async function finalize(
  invoice: OverageInvoice,
  charge: Charge,
  period: Doc<"usagePeriods">,
): Promise<OverageInvoice> {
  if (invoice.status !== "draft") return invoice;
  const lineCents = await stripe().findOverageLine(invoice.id, charge._id);
  if (lineCents === null) {
    await stripe().addOverageLine(invoice.id, {
      chargeId: charge._id,
      keyPrefix: keyPrefixOf(charge),
      customerId: charge.stripeCustomerId,
      amountCents: charge.amountCents,
      description: describe(charge),
      periodStartMs: period.startMs,
      periodEndMs: period.endMs,
    });
  } else if (lineCents !== charge.amountCents) {
    throw new Error(
      `Invoice ${invoice.id} has a line of ${lineCents} cents, but charge ${charge._id} is ${charge.amountCents} cents`,
    );
  }
  return await stripe().finalizeOverageInvoice(invoice.id, keyPrefixOf(charge));
}

/** Names the rate and not the plan, because the plan may have changed since. */
function describe({ fromMinute, toMinute, rateCents }: Charge): string {
  const rate = `$${(rateCents / 100).toFixed(2)}`;
  return `${toMinute - fromMinute} extra minutes at ${rate} (minutes ${fromMinute + 1} to ${toMinute})`;
}

async function pay(
  invoice: OverageInvoice,
  charge: Charge,
  subscriptionId: string,
): Promise<Result> {
  const { payAttempt: attempt } = charge;
  if (attempt >= MAX_PAY_ATTEMPTS) {
    const refusal = charge.error ?? "The payment was refused too often";
    const { confirmUrl = null, payUrl = null } = charge;
    return { ...stateOf(invoice), refusal, confirmUrl, payUrl };
  }
  try {
    const keyPrefix = keyPrefixOf(charge);
    const payment = { keyPrefix, attempt, subscriptionId };
    return stateOf(await stripe().payOverageInvoice(invoice.id, payment));
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.reason === "unavailable") throw error;
    // The payment was refused, or somebody else has paid the invoice in the meantime.
    const now = await stripe().retrieveOverageInvoice(invoice.id);
    if (now === null) throw error;
    const confirmUrl = error.reason === "to_confirm" ? now.url : null;
    return { ...stateOf(now), refusal: refusalOf(error), confirmUrl };
  }
}

function stateOf({ status, isProcessing, paymentError, url }: OverageInvoice): Result {
  return { ...NO_INVOICE, status, isProcessing, paymentError, payUrl: url };
}

const NO_INVOICE: Result = {
  status: null,
  isProcessing: false,
  paymentError: null,
  refusal: null,
  confirmUrl: null,
  payUrl: null,
};

/** The owner sees the bank's own message, and our text for the other reasons. */
function refusalOf({ reason, message }: StripeFailure): string {
  if (reason === "to_confirm") return REFUSALS.chargeToConfirm;
  return reason === "no_payment_method" ? REFUSALS.chargeMethodMissing : message;
}
