// What charging for extra minutes asks of the database, and the jobs that see it through.
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "./functions";
import { startedRun } from "../model/outbox/outboxFields";
import { takeUp } from "../model/outbox/starting";
import { tellOfCharges } from "../model/money/charges/chargeNotices";
import { findCustomer } from "../model/money/plans/customers";
import { isDisputed } from "../model/money/plans/disputes";
import * as ledger from "../model/money/charges/overageLedger";
import { chargesInLastDay, endGrace as endGraceOf } from "../model/money/charges/unpaidCharges";
import schema from "../schema";

const chargeId = v.id("overageCharges");
const charge = schema.doc("overageCharges");
const place = v.object({ untilMs: v.number(), cursor: v.union(v.string(), v.null()) });

/** Whoever asks carries the charge out at once. */
export const reserve = internalMutation({
  args: { ownerId: v.id("users") },
  returns: v.union(
    v.object({
      charge: v.union(charge, v.null()),
      unbilledMinutes: v.number(),
      run: v.union(startedRun, v.null()),
    }),
    v.null(),
  ),
  handler: async (ctx, { ownerId }) => {
    const reservation = await ledger.reserveStep(ctx, ownerId);
    if (reservation === null) return null;
    const { charge: reserved } = reservation;
    const run = reserved && (await takeUp(ctx, "overageCharge", reserved._id));
    return { ...reservation, run };
  },
});

export const chargeDueSteps = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await ledger.chargeDueSteps(ctx);
    if (isMore) await ctx.scheduler.runAfter(0, internal.backstage.charges.chargeDueSteps, {});
    return null;
  },
});

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
    const subscriptionId = ledger.payingSubscription(found, customer);
    return { charge: found, period, isDisputed: isDisputed(customer), subscriptionId };
  },
});

export const recordChargeInvoice = internalMutation({
  args: { chargeId, invoiceId: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await ledger.recordInvoice(ctx, args.chargeId, args.invoiceId);
    return null;
  },
});

export const forgetChargeInvoice = internalMutation({
  args: { chargeId, invoiceId: v.string() },
  returns: v.union(charge, v.null()),
  handler: async (ctx, args) => await ledger.forgetInvoice(ctx, args.chargeId, args.invoiceId),
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
  handler: async (ctx, outcome) => await ledger.recordOutcome(ctx, outcome),
});

export const endGrace = internalMutation({
  args: { chargeId },
  returns: v.null(),
  handler: async (ctx, args) => {
    await endGraceOf(ctx, args.chargeId);
    return null;
  },
});

/** Called every quarter of an hour: what `endGrace` and `tell` were scheduled for and did not do. */
export const endDueGraces = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    for (const { _id, ownerId } of await chargesInLastDay(ctx)) {
      await endGraceOf(ctx, _id);
      await tellOfCharges(ctx, ownerId);
    }
    return null;
  },
});

/** A while before the grace of a charge ends. */
export const tell = internalMutation({
  args: { ownerId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { ownerId }) => {
    await tellOfCharges(ctx, ownerId);
    return null;
  },
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

export const settleEndedPeriods = internalMutation({
  args: { place: v.optional(place) },
  returns: v.null(),
  handler: async (ctx, args) => {
    const first = { untilMs: ledger.endedBefore(Date.now()), cursor: null };
    const next = await ledger.settleEnded(ctx, args.place ?? first);
    if (next !== null) {
      const rest = { place: next };
      await ctx.scheduler.runAfter(0, internal.backstage.charges.settleEndedPeriods, rest);
    }
    return null;
  },
});
