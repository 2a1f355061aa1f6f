import type { PaymentMethod } from "../wire.ts";

const BRANDS: Record<string, string> = {
  amex: "American Express",
  mastercard: "Mastercard",
  visa: "Visa",
};

/** The label of a payment method, as customers see it. */
export function methodLabel({ card, link, us_bank_account: bank }: PaymentMethod): string {
  if (card !== undefined) return `${BRANDS[card.brand] ?? card.brand} ending in ${card.last4}`;
  if (bank !== undefined) return `${bank.bank_name ?? "Bank"} ending in ${bank.last4 ?? ""}`;
  const email = link?.email ?? null;
  return email === null ? "Link" : `Link (${email})`;
}
