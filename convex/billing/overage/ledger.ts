/** The ledger of extra minutes: what is written here is charged once, and nothing else is. */
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
import { graceOf, NO_GRACE, planEndOfGrace } from "./unpaidCharges";

type Charge = Doc<"overageCharges">;
type Period = Doc<"usagePeriods">;

/** For a payment that is under way. */
const LOOK_AGAIN_SOON_MS = 15 * MINUTE_MS;
/** For a payment that takes days. An event tells sooner how it ended. */
const LOOK_AT_PROCESSING_AFTER_MS = DAY_MS;
/** Days until the next attempt to take a payment that was refused; after these, nobody but its owner pays. */
const PAY_AGAIN_AFTER_DAYS = [1, 3, 5];
export const MAX_PAY_ATTEMPTS = PAY_AGAIN_AFTER_DAYS.length + 1;
/** An open invoice may be paid in the portal, and the event that says so be lost. */
const LOOK_AGAIN_AFTER_DAYS = 7;
/** Then it is for people: four of these, after the last attempt. */
const LOOKED_AT_FOR_MS = 38 * DAY_MS;

/** For late reports of calls; the longest call takes half an hour. */
const SETTLE_AFTER_MS = 2 * 60 * MINUTE_MS;
const SETTLED_AT_ONCE = 50;
const STEPS_AT_ONCE = 50;
/** For a step that cannot be charged at present, since the subscription is not paid for. */
const STEP_AGAIN_AFTER_MS = DAY_MS;

export interface Reservation {
  charge: Charge | null;
  /** What is not in the ledger, after this. */
  unbilledMinutes: number;
}

/** Null without a subscription. One transaction reads and writes, so two at once cannot both reserve. */
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
    const isMore = await chargeSteps(ctx);
    if (isMore) await ctx.scheduler.runAfter(0, internal.billing.overage.ledger.chargeDueSteps, {});
    return null;
  },
});

const place = v.object({ untilMs: v.number(), cursor: v.union(v.string(), v.null()) });

export const settleEndedPeriods = internalMutation({
  args: { place: v.optional(place) },
  returns: v.null(),
  handler: async (ctx, args) => {
    const first = { untilMs: endedBefore(Date.now()), cursor: null };
    const next = await settleEnded(ctx, args.place ?? first);
    if (next !== null) {
      const rest = { place: next };
      await ctx.scheduler.runAfter(0, internal.billing.overage.ledger.settleEndedPeriods, rest);
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
  if (charge === null) throw new Error(`Charge ${id} was not written`);
  return charge;
}

/** The subscription whose payment method pays: the current one if it has any, else the one that the minutes belong to. */
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

/** Its draft was deleted at Stripe: what is still to be charged gets another one. */
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
  await carryOutCharge(ctx, chargeId);
  return { ...charge, ...change };
}

export function isFinished({ state }: Charge): boolean {
  return state === "paid" || state === "void";
}

/** When Stripe is asked again about a charge; null when it is finished. */
export function nextCheckAt(charge: Charge): number | null {
  if (isFinished(charge)) return null;
  const nowMs = Date.now();
  if (nowMs > charge._creationTime + LOOKED_AT_FOR_MS) throw new Error("Nobody has paid it");
  if (charge.isProcessing === true) return nowMs + LOOK_AT_PROCESSING_AFTER_MS;
  if (charge.state !== "failed") return nowMs + LOOK_AGAIN_SOON_MS;
  return nowMs + againAfterMs(charge);
}

function againAfterMs({ payAttempt }: Charge): number {
  return (PAY_AGAIN_AFTER_DAYS[payAttempt - 1] ?? LOOK_AGAIN_AFTER_DAYS) * DAY_MS;
}

export interface Outcome {
  chargeId: Id<"overageCharges">;
  /** Null: Stripe has no such customer any more. */
  status: OverageInvoice["status"] | null;
  /** Whether its payment is under way, as one from a bank account is for days. */
  isProcessing: boolean;
  /** Why the last payment of the invoice failed, now or earlier. */
  paymentError: string | null;
  /** Why a payment was refused; null when none was tried. */
  refusal: string | null;
  /** Where its owner can make good a payment that their bank wants confirmed. */
  confirmUrl: string | null;
  /** Where its owner can pay by other means what was refused. */
  payUrl: string | null;
}

export async function recordOutcome(
  ctx: MutationCtx,
  { chargeId, ...outcome }: Outcome,
): Promise<Charge | null> {
  const charge = await ctx.db.get("overageCharges", chargeId);
  // Finished meanwhile, and deleted with its account.
  if (charge === null) return null;
  // What is finished stays so, whichever of two runs reports last.
  if (charge.state === "paid") return charge;
  const change = outcomeOf(charge, outcome);
  await ctx.db.patch("overageCharges", chargeId, change);
  const changed = { ...charge, ...change };
  await planEndOfGrace(ctx, charge, changed);
  if (changed.state === "failed") await notifyOfUnpaidCharges(ctx, changed.ownerId);
  if (changed.state === "failed" && charge.isProcessing === true) await payLater(ctx, changed);
  if (isFinished(changed)) {
    await cancel(ctx, "overageCharge", chargeId);
    await letGoWith(ctx, changed);
  }
  return changed;
}

/** An event may report the failure shortly before the daily look. A run that found it plans the next itself. */
async function payLater(ctx: MutationCtx, charge: Charge): Promise<void> {
  const work = await findJob(ctx, "overageCharge", charge._id);
  if (work !== null && work.leaseId !== null) return;
  await enqueue(ctx, "overageCharge", [charge._id], { afterMs: againAfterMs(charge) });
}

/** Of an account that is gone only what it owed was kept. */
async function letGoWith(ctx: MutationCtx, { ownerId, stripeCustomerId }: Charge): Promise<void> {
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
    const why = refusal === null ? {} : { error: refusal };
    return { state: "void", ...NO_GRACE, ...why };
  }
  // Also where its owner pays in this way what was refused. The end of the grace stays, for when this fails too.
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
 * Steps that filled an hour ago, and about which their owner has not asked. None of them is due any more
 * afterwards; says whether there may be others.
 */
export async function chargeSteps(ctx: MutationCtx): Promise<boolean> {
  const due = await ctx.db
    .query("usagePeriods")
    .withIndex("by_step_due", (q) => q.gt("stepDueAtMs", 0).lte("stepDueAtMs", Date.now()))
    .take(STEPS_AT_ONCE);
  for (const period of due) {
    const reservation = await reserveStep(ctx, period.ownerId);
    const charge = reservation?.charge ?? null;
    if (charge !== null) await carryOutCharge(ctx, charge._id);
    if (charge?.usagePeriodId === period._id) continue;
    const stepDueAtMs = Date.now() + STEP_AGAIN_AFTER_MS;
    await ctx.db.patch("usagePeriods", period._id, { stepDueAtMs });
  }
  return due.length === STEPS_AT_ONCE;
}

/** Where a sweep goes on. Of what fell due at the same moment only the cursor tells what was seen. */
export type Place = { untilMs: number; cursor: string | null };

export async function carryOutCharge(
  ctx: MutationCtx,
  chargeId: Id<"overageCharges">,
): Promise<void> {
  await enqueue(ctx, "overageCharge", [chargeId]);
}

/** Late reports of calls still belong to their period. */
export function endedBefore(nowMs: number): number {
  return nowMs - SETTLE_AFTER_MS;
}

/** Returns where to go on, or null when no ended period is left. */
export async function settleEnded(
  ctx: MutationCtx,
  { untilMs, cursor }: Place,
): Promise<Place | null> {
  const ended = await ctx.db
    .query("usagePeriods")
    .withIndex("by_settled_and_end", (q) => q.eq("isSettled", false).lte("endMs", untilMs))
    .paginate({ cursor, numItems: SETTLED_AT_ONCE });
  for (const period of ended.page) await settle(ctx, period);
  return ended.isDone ? null : { untilMs, cursor: ended.continueCursor };
}

/** The rest that filled no step is charged once if it is worth it, and waived if not. */
async function settle(ctx: MutationCtx, period: Period): Promise<void> {
  const overage = overageOf(period);
  const customer = overage === null ? null : await findCustomer(ctx, period.ownerId);
  if (overage !== null && overage.minutes > 0 && customer !== null) {
    if (customer.syncedAtMs < period.endMs) {
      // What Stripe makes of this period is not known yet: it may have ended sooner.
      await syncNow(ctx, customer);
      return;
    }
    await chargeIfWorth(ctx, period, overage);
  }
  await ctx.db.patch("usagePeriods", period._id, { isSettled: true, stepDueAtMs: undefined });
}

/** Of minutes that will fill no step any more, at the end of a period or of a plan. */
export async function chargeIfWorth(
  ctx: MutationCtx,
  period: Period,
  overage: Overage,
): Promise<void> {
  const customer = await findCustomer(ctx, period.ownerId);
  if (customer === null || !isWorthCharging(overage)) return;
  const charge = await reserve(ctx, { period, overage, customer });
  await carryOutCharge(ctx, charge._id);
}

/** A month, the one before of which reports may still come, and what was expected and never began. */
const UNSETTLED_PERIODS = 4;

/** What no charge covers although it is worth one, in whatever period it was made. */
export async function unbilledRests(
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

/** Puts it into the ledger, and has it charged. */
export async function chargeRests(ctx: MutationCtx, customer: Doc<"customers">): Promise<void> {
  for (const rest of await unbilledRests(ctx, customer.ownerId)) {
    const charge = await reserve(ctx, { ...rest, customer });
    await carryOutCharge(ctx, charge._id);
  }
}
