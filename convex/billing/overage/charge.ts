/**
 * Takes the money for a step of the ledger: invoice, line, finalize, pay. It may be stopped anywhere
 * and taken up again, since each step looks at the invoice first and has a key of its own.
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

/** Stripe forgets our keys after a day; some way before that we stop relying on them. */
const KEYS_TRUSTED_MS = 20 * HOUR_MS;

/** While a payment is disputed. When that is over the charge is asked for anew. */
const HELD_BACK_MS = DAY_MS;

/** The key is the charge's id. */
export const overageCharge: Handler = {
  async run(ctx, key) {
    const chargeId = key as Id<"overageCharges">;
    const found = await ctx.runQuery(internal.billing.overage.charge.chargeAndPeriod, { chargeId });
    if (found === null || isFinished(found.charge)) return null;
    if (found.isDisputed) return Date.now() + HELD_BACK_MS;
    const outcome = await outcomeOf(ctx, found);
    // Its invoice was deleted, and the charge is asked for anew.
    if (outcome === null) return null;
    const noted = { chargeId, ...outcome };
    const charge = await ctx.runMutation(
      internal.billing.overage.charge.recordChargeOutcome,
      noted,
    );
    return charge === null ? null : nextCheckAt(charge);
  },
};

/** An event about an invoice may be about one of ours, paid or voided elsewhere. */
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

async function outcomeOf(
  ctx: ActionCtx,
  { charge, period, subscriptionId }: Found,
): Promise<Result | null> {
  try {
    const begun = await invoiceOf(ctx, charge);
    if (begun === null) return null;
    const invoice = await finalized(begun, charge, period);
    // What was processing and is no longer has failed: it counts as a refusal, and is tried again later.
    const isPayable = invoice.status === "open" && !invoice.isProcessing;
    if (!isPayable || charge.isProcessing === true) return stateOf(invoice);
    return await pay(invoice, charge, subscriptionId);
  } catch (error) {
    // Without the customer there is nobody left to charge.
    if (!(error instanceof StripeFailure) || error.reason !== "missing") throw error;
    return { ...NO_INVOICE, refusal: error.message };
  }
}

/** As it stands now: what Stripe repeats for a key is what it said the first time. Null when it was deleted. */
async function invoiceOf(ctx: ActionCtx, charge: Charge): Promise<OverageInvoice | null> {
  const invoiceId = charge.invoiceId ?? (await makeInvoice(ctx, charge));
  const invoice = await stripe().retrieveOverageInvoice(invoiceId);
  if (invoice === null) {
    const which = { chargeId: charge._id, invoiceId };
    await ctx.runMutation(internal.billing.overage.charge.forgetChargeInvoice, which);
  }
  return invoice;
}

async function makeInvoice(ctx: ActionCtx, charge: Charge): Promise<string> {
  const { _id: chargeId, stripeCustomerId: customerId, _creationTime: sinceMs } = charge;
  const isKeyForgotten = Date.now() - sinceMs > KEYS_TRUSTED_MS;
  const made = isKeyForgotten
    ? await stripe().findOverageInvoice({ chargeId, customerId, sinceMs })
    : null;
  const { id } =
    made ??
    (await stripe().createOverageInvoice({ chargeId, customerId, keyPrefix: keyPrefixOf(charge) }));
  await ctx.runMutation(internal.billing.overage.charge.recordChargeInvoice, {
    chargeId,
    invoiceId: id,
  });
  return id;
}

/** Another invoice is made under other keys: for the old ones Stripe repeats what it said of the deleted one. */
function keyPrefixOf({ _id, deletedInvoices = 0 }: Charge): string {
  return deletedInvoices === 0 ? _id : `${_id}:${deletedInvoices}`;
}

async function finalized(
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
      `The line of invoice ${invoice.id} is over ${lineCents} cents, but charge ${charge._id} over ${charge.amountCents}`,
    );
  }
  return await stripe().finalizeOverageInvoice(invoice.id, keyPrefixOf(charge));
}

/** With the rate and not the plan, which may have changed since. */
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
    const refusal = charge.error ?? "It was refused too often";
    const { confirmUrl = null, payUrl = null } = charge;
    return { ...stateOf(invoice), refusal, confirmUrl, payUrl };
  }
  try {
    const keyPrefix = keyPrefixOf(charge);
    const which = { keyPrefix, attempt, subscriptionId };
    return stateOf(await stripe().payOverageInvoice(invoice.id, which));
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.reason === "unavailable") throw error;
    // Refused, or paid by somebody else in the meantime.
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

/** What the bank says is meant for who pays; of the rest we speak ourselves. */
function refusalOf({ reason, message }: StripeFailure): string {
  if (reason === "to_confirm") return REFUSALS.chargeToConfirm;
  return reason === "no_payment_method" ? REFUSALS.chargeMethodMissing : message;
}
