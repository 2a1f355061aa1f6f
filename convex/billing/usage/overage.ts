import type { Doc } from "../../_generated/dataModel";
import { HOUR_MS } from "../../shared/durations";
import { OVERAGE_INVOICE_EVERY_MINUTES, MIN_CHARGE_CENTS } from "../../shared/limits";
import { includedMinutesOf, rateOf } from "../plans/includedMinutes";
import { wholeMinutes } from "./roundedMinutes";

/** Minutes [fromMinute, toMinute) of a period that are not included in the plan and not billed yet. */
export interface Overage {
  fromMinute: number;
  toMinute: number;
  minutes: number;
  rateCents: number;
  amountCents: number;
}

type Used = Pick<Doc<"usagePeriods">, "seconds" | "terms" | "billedToMinute">;

/** Null without a subscription and on trial, where minutes are never billed. */
export function overageOf({ seconds, terms, billedToMinute }: Used): Overage | null {
  if (terms === null || terms.isTrial) return null;
  const rateCents = rateOf(terms);
  const fromMinute = Math.max(includedMinutesOf(terms), billedToMinute);
  const toMinute = Math.max(fromMinute, wholeMinutes(seconds));
  const minutes = toMinute - fromMinute;
  return { fromMinute, toMinute, minutes, rateCents, amountCents: minutes * rateCents };
}

export function fillsStep({ minutes }: Overage): boolean {
  return minutes >= OVERAGE_INVOICE_EVERY_MINUTES;
}

/** So that a busy hour becomes one charge. */
const CHARGE_AFTER_MS = HOUR_MS;

/** When a full step is charged: an hour after it was filled. */
export function stepDue(
  period: Used & Pick<Doc<"usagePeriods">, "stepDueAtMs">,
  nowMs: number,
): number | undefined {
  const overage = overageOf(period);
  if (overage === null || !fillsStep(overage)) return undefined;
  return period.stepDueAtMs ?? nowMs + CHARGE_AFTER_MS;
}

/** At the period's end, we waive amounts below Stripe's minimum. */
export function isWorthCharging({ amountCents }: Overage): boolean {
  return amountCents >= MIN_CHARGE_CENTS;
}
