import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery, ownerAction } from "./functions";
import { checkOverage, overageCheck } from "./model/overageCheck";
import { carryOutCharge } from "./model/overageCharging";
import * as ledger from "./model/overageLedger";
import { countOwnerRequest } from "./model/rateLimits";
import { endGrace as endGraceOf } from "./model/unpaidCharges";
import schema from "./schema";

const chargeId = v.id("overageCharges");
const charge = schema.doc("overageCharges");
const place = v.object({ untilMs: v.number(), cursor: v.union(v.string(), v.null()) });

export const triggerOverageCheck = ownerAction({
  args: {},
  returns: overageCheck,
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "overageChecks", ctx.ownerId);
    return await checkOverage(ctx, ctx.ownerId);
  },
});

export const reserve = internalMutation({
  args: { ownerId: v.id("users") },
  returns: v.union(
    v.object({ charge: v.union(charge, v.null()), unbilledMinutes: v.number() }),
    v.null(),
  ),
  handler: async (ctx, { ownerId }) => await ledger.reserveStep(ctx, ownerId),
});

export const chargeDueSteps = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await ledger.chargeDueSteps(ctx);
    if (isMore) await ctx.scheduler.runAfter(0, internal.overageBilling.chargeDueSteps, {});
    return null;
  },
});

export const claimCharge = internalMutation({
  args: { chargeId },
  returns: v.union(v.object({ charge, period: schema.doc("usagePeriods") }), v.null()),
  handler: async (ctx, args) => {
    const claimed = await ledger.claim(ctx, args.chargeId);
    if (claimed === null) return null;
    const period = await ctx.db.get("usagePeriods", claimed.usagePeriodId);
    if (period === null) throw new Error(`The period of charge ${claimed._id} is gone`);
    return { charge: claimed, period };
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

export const recordChargeOutcome = internalMutation({
  args: {
    chargeId,
    status: v.union(literals("draft", "open", "paid", "void", "uncollectible"), v.null()),
    refusal: v.union(v.string(), v.null()),
    confirmUrl: v.union(v.string(), v.null()),
    payUrl: v.union(v.string(), v.null()),
  },
  returns: charge,
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

export const resume = internalAction({
  args: { chargeId },
  returns: v.null(),
  handler: async (ctx, args) => {
    await carryOutCharge(ctx, args.chargeId);
    return null;
  },
});

export const resumeUnfinished = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const place = { untilMs: Date.now(), cursor: null };
    for (const state of ["reserved", "invoiced", "failed"] as const) {
      await ctx.scheduler.runAfter(0, internal.overageBilling.resumeIn, { state, place });
    }
    return null;
  },
});

export const resumeIn = internalMutation({
  args: { state: literals("reserved", "invoiced", "failed"), place },
  returns: v.null(),
  handler: async (ctx, args) => {
    const next = await ledger.resumeDue(ctx, args.state, args.place);
    if (next !== null) {
      const rest = { ...args, place: next };
      await ctx.scheduler.runAfter(0, internal.overageBilling.resumeIn, rest);
    }
    return null;
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
      await ctx.scheduler.runAfter(0, internal.overageBilling.settleEndedPeriods, rest);
    }
    return null;
  },
});
