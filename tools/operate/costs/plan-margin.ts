/** What a plan earns if its owner uses every minute. */
import { OVERAGE_INVOICE_EVERY_MINUTES, MIN_CHARGE_CENTS } from "../../../convex/shared/limits.ts";
import { PAID_PLANS } from "../../../convex/shared/plans.ts";
import { ASSUMED, CONVEX_CALL, STRIPE, VAPI } from "./prices.ts";
import type { Price } from "./prices.ts";

/** The part of a plan that decides what it earns. */
export interface PlanTerms {
  name: string;
  priceCents: number;
  limits: { includedMinutes: number; overageRate: number };
}

export interface PlanMargin {
  name: string;
  priceDollars: number;
  includedMinutes: number;
  /** In dollars a month if every included minute is used, and no extra one. */
  cost: { voice: number; payment: number; convex: number };
  marginDollars: number;
  /** Margin of one extra minute in a full invoice. */
  extraMinuteDollars: number;
}

export function planMargins(plans: readonly PlanTerms[] = PAID_PLANS): PlanMargin[] {
  return plans.map((plan) => {
    const { includedMinutes } = plan.limits;
    return {
      name: plan.name,
      priceDollars: plan.priceCents / 100,
      includedMinutes,
      cost: {
        voice: voiceDollars(includedMinutes),
        payment: paymentDollars(plan.priceCents),
        convex: convexDollarsForTalk(includedMinutes),
      },
      marginDollars: marginDollars(plan, 0),
      extraMinuteDollars:
        extraDollars(plan, OVERAGE_INVOICE_EVERY_MINUTES) / OVERAGE_INVOICE_EVERY_MINUTES,
    };
  });
}

/** The margin of a month in which the owner uses every included minute and this many extra ones. */
export function marginDollars(plan: PlanTerms, extraMinutes: number): number {
  const { priceCents, limits } = plan;
  const steps = Math.floor(extraMinutes / OVERAGE_INVOICE_EVERY_MINUTES);
  const rest = extraMinutes - steps * OVERAGE_INVOICE_EVERY_MINUTES;
  return (
    priceCents / 100 -
    paymentDollars(priceCents) -
    minutesDollars(limits.includedMinutes) +
    steps * extraDollars(plan, OVERAGE_INVOICE_EVERY_MINUTES) +
    extraDollars(plan, rest)
  );
}

/** The margin of extra minutes in one invoice. An amount below the minimum charge is waived. */
function extraDollars({ limits }: PlanTerms, minutes: number): number {
  const cents = minutes * limits.overageRate;
  const earned = cents < MIN_CHARGE_CENTS ? 0 : cents / 100 - paymentDollars(cents);
  return earned - minutesDollars(minutes);
}

function minutesDollars(minutes: number): number {
  return voiceDollars(minutes) + convexDollarsForTalk(minutes);
}

function convexDollarsForTalk(minutes: number): number {
  return dollarsFor((minutes * 60) / ASSUMED.callSeconds, CONVEX_CALL);
}

/** In tokens: the prompt, what was found in the knowledge file, and half of a conversation of twenty answers. */
const TYPED = { read: 3_000, written: 150 };

export function typedDollars(answers: number): number {
  return (
    dollarsFor(answers, VAPI.message) +
    dollarsFor(answers * TYPED.read, VAPI.tokensRead) +
    dollarsFor(answers * TYPED.written, VAPI.tokensWritten)
  );
}

/** Platform, transcriber, model and voice. A call over the web has no telephone costs. */
export function voiceDollars(minutes: number): number {
  return dollarsFor(minutes, VAPI.minute) + dollarsFor(minutes, VAPI.models);
}

export function paymentDollars(cents: number): number {
  const paid = cents / 100;
  const { cardShare, cardFixed, billingShare } = STRIPE;
  return dollarsFor(paid, cardShare) + dollarsFor(paid, billingShare) + dollarsFor(1, cardFixed);
}

function dollarsFor(amount: number, { dollars, of }: Price): number {
  return (amount * dollars) / of;
}
