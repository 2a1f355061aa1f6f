/** The ledger of extra minutes. Each entry is charged once, and nothing else is charged. */
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { enqueueCleanup } from "../../jobs/cleanupTask";
import { enqueue, findJob, cancel } from "../../jobs/enqueue";
import { internalMutation } from "../../lib/internalFunctions";
import { DAY_MS, MINUTE_MS } from "../../shared/durations";
import type { OverageInvoice } from "../../vendors/stripeInvoices";
import { activeSubscription, findCustomer } from "../plans/customers";
import { syncNow } from "../plans/syncSchedule";
import { fillsStep, isWorthCharging, type Overage, overageOf } from "../usage/overage";
import { findSubscriptionPeriod } from "../usage/periods";
import { notifyOfUnpaidCharges } from "./notifications";
import { graceOf, NO_GRACE, scheduleGraceEnd } from "./unpaidCharges";

type Charge = Doc<"overageCharges">;
type Period = Doc<"usagePeriods">;

/** For a payment that is in progress. */
const CHECK_PAYMENT_AFTER_MS = 15 * MINUTE_MS;
/** For a payment that takes days. An event usually reports its end earlier. */
const CHECK_PROCESSING_AFTER_MS = DAY_MS;
/** Days until the next attempt after a refused payment. After the last attempt, only the owner can pay. */
const RETRY_AFTER_DAYS = [1, 3, 5];
export const MAX_PAY_ATTEMPTS = RETRY_AFTER_DAYS.length + 1;
/** The owner may pay an open invoice in Stripe's portal, and the event that reports it may be lost. */
const CHECK_UNPAID_AFTER_DAYS = 7;
/** Four weekly checks after the last attempt. Then the job fails, and an operator has to look. */
const GIVE_UP_AFTER_MS = 38 * DAY_MS;

/** Leaves time for late reports of calls. The longest call takes half an hour. */
const SETTLE_AFTER_MS = 2 * 60 * MINUTE_MS;
const SETTLE_BATCH_SIZE = 50;
const STEP_BATCH_SIZE = 50;
/** For a step that cannot be charged now, because the subscription is unpaid. */
const RETRY_STEP_AFTER_MS = DAY_MS;

export interface Reservation {
  charge: Charge | null;
  /** Extra minutes that are not in the ledger after this reservation. */
  unbilledMinutes: number;
}

/** Null without a subscription. Reads and writes in one transaction, so concurrent calls cannot both reserve. */
export async function reserveStep(
  ctx: MutationCtx,
  ownerId: Id<"users">,
): Promise<Reservation | null> {
  const customer = await findCustomer(ctx, ownerId);
  const subscription = activeSubscription(customer);
  if (customer === null || subscription === null) return null;
  const period = await findSubscriptionPeriod(ctx, ownerId, subscription);
  const overage = period === null ? null : overageOf(period);
  if (period === null || overage === null || subscription.status === "trialing") {
    return { charge: null, unbilledMinutes: 0 };
  }
  if (!fillsStep(overage)) return { charge: null, unbilledMinutes: overage.minutes };
  const charge = await reserve(ctx, { period, overage, customer });
  return { charge, unbilledMinutes: 0 };
}

export const chargeDueSteps = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const hasMore = await chargeSteps(ctx);
    if (hasMore)
      await ctx.scheduler.runAfter(0, internal.billing.overage.ledger.chargeDueSteps, {});
    return null;
  },
});

const position = v.object({ untilMs: v.number(), cursor: v.union(v.string(), v.null()) });

export const settleEndedPeriods = internalMutation({
  args: { position: v.optional(position) },
  returns: v.null(),
  handler: async (ctx, args) => {
    const first = { untilMs: endedBefore(Date.now()), cursor: null };
    const next = await settleEnded(ctx, args.position ?? first);
    if (next !== null) {
      await ctx.scheduler.runAfter(0, internal.billing.overage.ledger.settleEndedPeriods, {
        position: next,
      });
    }
    return null;
  },
});

async function reserve(
  ctx: MutationCtx,
  { period, overage, customer }: { period: Period; overage: Overage; customer: Doc<"customers"> },
): Promise<Charge> {
  if (period.terms === null) throw new Error(`Period ${period._id} has no terms to bill by`);
  const { fromMinute, toMinute, rateCents, amountCents } = overage;
  const id = await ctx.db.insert("overageCharges", {
    ownerId: period.ownerId,
    usagePeriodId: period._id,
    stripeCustomerId: customer.stripeCustomerId,
    stripeSubscriptionId: period.terms.stripeSubscriptionId,
    fromMinute,
    toMinute,
    rateCents,
    amountCents,
    state: "reserved",
    payAttempt: 0,
  });
  await ctx.db.patch("usagePeriods", period._id, {
    billedToMinute: toMinute,
    billedCents: (period.billedCents ?? 0) + amountCents,
    stepDueAtMs: undefined,
  });
  const charge = await ctx.db.get("overageCharges", id);
  if (charge === null) throw new Error(`Charge ${id} was not inserted`);
  return charge;
}

/** The subscription whose payment method pays: the current one if it has a payment method, else that of the minutes. */
export function payingSubscription(charge: Charge, customer: Doc<"customers"> | null): string {
  const running = activeSubscription(customer);
  return running?.paymentMethod == null
    ? charge.stripeSubscriptionId
    : running.stripeSubscriptionId;
}

export async function recordInvoice(
  ctx: MutationCtx,
  chargeId: Id<"overageCharges">,
  invoiceId: string,
): Promise<void> {
  await ctx.db.patch("overageCharges", chargeId, { invoiceId, state: "invoiced" });
}

/** The draft was deleted at Stripe. An unpaid charge gets a new invoice. */
export async function forgetInvoice(
  ctx: MutationCtx,
  chargeId: Id<"overageCharges">,
  invoiceId: string,
): Promise<Charge | null> {
  const charge = await ctx.db.get("overageCharges", chargeId);
  if (charge === null || charge.invoiceId !== invoiceId || isFinished(charge)) return charge;
  const change = {
    state: "reserved" as const,
    invoiceId: undefined,
    deletedInvoices: (charge.deletedInvoices ?? 0) + 1,
  };
  await ctx.db.patch("overageCharges", chargeId, change);
  await enqueueCharge(ctx, chargeId);
  return { ...charge, ...change };
}

export function isFinished({ state }: Charge): boolean {
  return state === "paid" || state === "void";
}

/** When to check a charge at Stripe again. Null if it is finished. */
export function nextCheckAt(charge: Charge): number | null {
  if (isFinished(charge)) return null;
  const nowMs = Date.now();
  if (nowMs > charge._creationTime + GIVE_UP_AFTER_MS)
    throw new Error("The charge is still unpaid");
  if (charge.isProcessing === true) return nowMs + CHECK_PROCESSING_AFTER_MS;
  if (charge.state !== "failed") return nowMs + CHECK_PAYMENT_AFTER_MS;
  return nowMs + retryAfterMs(charge);
}

function retryAfterMs({ payAttempt }: Charge): number {
  return (RETRY_AFTER_DAYS[payAttempt - 1] ?? CHECK_UNPAID_AFTER_DAYS) * DAY_MS;
}

export interface Outcome {
  chargeId: Id<"overageCharges">;
  /** Null if the customer was deleted at Stripe. */
  status: OverageInvoice["status"] | null;
  /** Whether a payment is in progress. From a bank account that takes days. */
  isProcessing: boolean;
  /** Why the invoice's last payment failed, now or earlier. */
  paymentError: string | null;
  /** Why this payment was refused. Null if none was attempted. */
  refusal: string | null;
  /** The page where the owner can confirm the payment, if the bank asks for that. */
  confirmUrl: string | null;
  /** The page where the owner can pay by other means. */
  payUrl: string | null;
}

export async function recordOutcome(
  ctx: MutationCtx,
  { chargeId, ...outcome }: Outcome,
): Promise<Charge | null> {
  const charge = await ctx.db.get("overageCharges", chargeId);
  // It was paid, and deleted with its account.
  if (charge === null) return null;
  // Two concurrent runs may report in any order, so a paid charge stays paid.
  if (charge.state === "paid") return charge;
  const change = outcomeOf(charge, outcome);
  await ctx.db.patch("overageCharges", chargeId, change);
  const changed = { ...charge, ...change };
  await scheduleGraceEnd(ctx, charge, changed);
  if (changed.state === "failed") await notifyOfUnpaidCharges(ctx, changed.ownerId);
  if (changed.state === "failed" && charge.isProcessing === true) await payLater(ctx, changed);
  if (isFinished(changed)) {
    await cancel(ctx, "overageCharge", chargeId);
    await cleanUpAfterDeletion(ctx, changed);
  }
  return changed;
}

/** Postpones the next attempt after a failure that an event reported. A running job schedules its own next attempt. */
async function payLater(ctx: MutationCtx, charge: Charge): Promise<void> {
  const job = await findJob(ctx, "overageCharge", charge._id);
  if (job !== null && job.leaseId !== null) return;
  await enqueue(ctx, "overageCharge", [charge._id], { afterMs: retryAfterMs(charge) });
}

/** The unpaid charge was the reason not to delete a closed account completely. */
async function cleanUpAfterDeletion(
  ctx: MutationCtx,
  { ownerId, stripeCustomerId }: Charge,
): Promise<void> {
  if ((await ctx.db.get("users", ownerId)) !== null) return;
  await enqueueCleanup(ctx, { kind: "account", ownerId });
  await enqueue(ctx, "customerDeletion", [stripeCustomerId]);
}

function outcomeOf(
  charge: Charge,
  { status, isProcessing, paymentError, refusal, confirmUrl, payUrl }: Omit<Outcome, "chargeId">,
): Partial<Charge> {
  if (status === "paid") return { state: "paid", error: undefined, ...NO_GRACE };
  if (status === null || status === "void" || status === "uncollectible") {
    return { state: "void", ...NO_GRACE, ...(refusal === null ? {} : { error: refusal }) };
  }
  // The owner may be paying after a refusal. The grace period does not change, in case this payment fails too.
  if (isProcessing) return { state: "invoiced", error: undefined, isProcessing: true };
  const hasFailedLater = charge.isProcessing === true;
  const error = refusal ?? (hasFailedLater ? (paymentError ?? "The payment failed") : null);
  if (error === null) return {};
  return {
    state: "failed",
    error,
    isProcessing: undefined,
    confirmUrl: confirmUrl ?? undefined,
    payUrl: payUrl ?? undefined,
    ...graceOf(charge),
    payAttempt: charge.payAttempt + 1,
  };
}

/**
 * Charges a batch of steps that were filled an hour ago and that their owners have not charged themselves. Returns
 * whether there may be more.
 */
export async function chargeSteps(ctx: MutationCtx): Promise<boolean> {
  const due = await ctx.db
    .query("usagePeriods")
    .withIndex("by_step_due", (q) => q.gt("stepDueAtMs", 0).lte("stepDueAtMs", Date.now()))
    .take(STEP_BATCH_SIZE);
  for (const period of due) {
    const reservation = await reserveStep(ctx, period.ownerId);
    const charge = reservation?.charge ?? null;
    if (charge !== null) await enqueueCharge(ctx, charge._id);
    if (charge?.usagePeriodId === period._id) continue;
    const stepDueAtMs = Date.now() + RETRY_STEP_AFTER_MS;
    await ctx.db.patch("usagePeriods", period._id, { stepDueAtMs });
  }
  return due.length === STEP_BATCH_SIZE;
}

/** Where settling continues. Periods can end at the same moment, so the time alone does not suffice. */
export type SettlementPosition = { untilMs: number; cursor: string | null };

export async function enqueueCharge(
  ctx: MutationCtx,
  chargeId: Id<"overageCharges">,
): Promise<void> {
  await enqueue(ctx, "overageCharge", [chargeId]);
}

/** Leaves time for late reports of calls, which still belong to their period. */
export function endedBefore(nowMs: number): number {
  return nowMs - SETTLE_AFTER_MS;
}

/** Settles a batch of ended periods. Returns where to continue, or null after the last one. */
export async function settleEnded(
  ctx: MutationCtx,
  { untilMs, cursor }: SettlementPosition,
): Promise<SettlementPosition | null> {
  const ended = await ctx.db
    .query("usagePeriods")
    .withIndex("by_settled_and_end", (q) => q.eq("isSettled", false).lte("endMs", untilMs))
    .paginate({ cursor, numItems: SETTLE_BATCH_SIZE });
  for (const period of ended.page) await settle(ctx, period);
  return ended.isDone ? null : { untilMs, cursor: ended.continueCursor };
}

/** Charges the minutes that did not fill a step, or waives them if the amount is too small. */
async function settle(ctx: MutationCtx, period: Period): Promise<void> {
  const overage = overageOf(period);
  const customer = overage === null ? null : await findCustomer(ctx, period.ownerId);
  if (overage !== null && overage.minutes > 0 && customer !== null) {
    if (customer.syncedAtMs < period.endMs) {
      // Not synced since the period's end, so the period may have ended earlier at Stripe.
      await syncNow(ctx, customer);
      return;
    }
    await chargeIfWorthwhile(ctx, period, overage);
  }
  await ctx.db.patch("usagePeriods", period._id, { isSettled: true, stepDueAtMs: undefined });
}

/** Charges the minutes that did not fill a step, at the end of a period or a plan. */
export async function chargeIfWorthwhile(
  ctx: MutationCtx,
  period: Period,
  overage: Overage,
): Promise<void> {
  const customer = await findCustomer(ctx, period.ownerId);
  if (customer === null || !isWorthCharging(overage)) return;
  const charge = await reserve(ctx, { period, overage, customer });
  await enqueueCharge(ctx, charge._id);
}

/** The current period, the previous one with late reports, and periods that were expected but never began. */
const UNSETTLED_PERIODS = 4;

/** Unbilled overage that is worth charging, in any period. */
export async function unbilledOverage(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<{ period: Period; overage: Overage }[]> {
  const newest = await ctx.db
    .query("usagePeriods")
    .withIndex("by_owner_and_start", (q) => q.eq("ownerId", ownerId))
    .order("desc")
    .take(UNSETTLED_PERIODS);
  return newest.flatMap((period) => {
    const overage = period.isSettled ? null : overageOf(period);
    return overage !== null && isWorthCharging(overage) ? [{ period, overage }] : [];
  });
}

export async function chargeUnbilledOverage(
  ctx: MutationCtx,
  customer: Doc<"customers">,
): Promise<void> {
  for (const unbilled of await unbilledOverage(ctx, customer.ownerId)) {
    const charge = await reserve(ctx, { ...unbilled, customer });
    await enqueueCharge(ctx, charge._id);
  }
}
