import type { Doc } from "../../_generated/dataModel";
import { HOUR_MS } from "../../shared/durations";
import { OVERAGE_INVOICE_EVERY_MINUTES, MIN_CHARGE_CENTS } from "../../shared/limits";
import { includedMinutesOf, rateOf } from "../plans/includedMinutes";
import { wholeMinutes } from "./roundedMinutes";

/** Minutes [fromMinute, toMinute) of a period, which the plan does not include and nobody has billed. */
export interface Overage {
  fromMinute: number;
  toMinute: number;
  minutes: number;
  rateCents: number;
  amountCents: number;
}

type Used = Pick<Doc<"usagePeriods">, "seconds" | "terms" | "billedToMinute">;

/** Null where minutes are never billed: without a subscription, and on trial. */
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

/** A busy hour becomes one charge and not several. */
const CHARGE_AFTER_MS = HOUR_MS;

/** When the step that is full now is charged: the hour begins when it fills. */
export function stepDue(
  period: Used & Pick<Doc<"usagePeriods">, "stepDueAtMs">,
  nowMs: number,
): number | undefined {
  const overage = overageOf(period);
  if (overage === null || !fillsStep(overage)) return undefined;
  return period.stepDueAtMs ?? nowMs + CHARGE_AFTER_MS;
}

/** At the period's end; Stripe would not take less, and we waive it. */
export function isWorthCharging({ amountCents }: Overage): boolean {
  return amountCents >= MIN_CHARGE_CENTS;
}
