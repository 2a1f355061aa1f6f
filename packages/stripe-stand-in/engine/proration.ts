import type { Price } from "../wire.ts";

export interface Span {
  start: number;
  end: number;
}

/** The value of the rest of a period, in whole cents. */
function remainingWorth(cents: number, period: Span, at: number): number {
  const share = (period.end - at) / (period.end - period.start);
  return Math.round(cents * Math.min(Math.max(share, 0), 1));
}

export interface Proration {
  amount: number;
  price: Price;
  quantity: number;
  text: "Unused time on" | "Remaining time on";
}

interface Priced {
  price: Price;
  quantity: number;
}

/**
 * The credit for the rest of the old price and the debit for the rest of the new one. Each is rounded separately, like
 * two invoice lines, so that reversing a change in the same second nets to zero.
 */
export function prorate(
  from: Priced | null,
  to: Priced | null,
  period: Span,
  at: number,
): Proration[] {
  const worth = ({ price, quantity }: Priced) =>
    remainingWorth((price.unit_amount ?? 0) * quantity, period, at);
  return [
    ...(from === null ? [] : [{ ...from, amount: -worth(from), text: "Unused time on" as const }]),
    ...(to === null ? [] : [{ ...to, amount: worth(to), text: "Remaining time on" as const }]),
  ].map((one) => ({ ...one, amount: one.amount === 0 ? 0 : one.amount }));
}
