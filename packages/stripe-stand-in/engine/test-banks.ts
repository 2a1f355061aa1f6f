/** Stripe's test bank accounts (docs.stripe.com/payments/ach-direct-debit, "Test account numbers"). */
import type { PaymentMethod } from "../wire.ts";

export interface BankFailure {
  code: string;
  message: string;
}

export interface TestBank {
  last4: string;
  /** The id with which Stripe attaches it without a page. */
  token: string;
  /** How a payment ends after some days: taken, refused, or never. */
  ends: "paid" | BankFailure | "never";
}

const TEST_BANKS: TestBank[] = [
  { last4: "6789", token: "pm_usBankAccount_success", ends: "paid" },
  {
    last4: "2227",
    token: "pm_usBankAccount_insufficientFunds",
    ends: {
      code: "insufficient_funds",
      message: "The customer's account has insufficient funds to cover this payment.",
    },
  },
  { last4: "0009", token: "pm_usBankAccount_processing", ends: "never" },
];

export function findBankByToken(token: string): TestBank | undefined {
  return TEST_BANKS.find((one) => one.token === token);
}

/** Null for other kinds of payment methods. */
export function bankOf({ us_bank_account }: PaymentMethod): TestBank | null {
  return TEST_BANKS.find(({ last4 }) => last4 === us_bank_account?.last4) ?? null;
}
