import type Stripe from "stripe";
import { withStripeErrors } from "./stripeFailure";

export interface StripeDispute {
  /** Null for a payment without a customer. */
  stripeCustomerId: string | null;
  /** Whether the dispute is over: we won it, or the bank's inquiry did not lead to one. */
  isSettled: boolean;
}

const SETTLED: Stripe.Dispute["status"][] = ["won", "warning_closed"];

/** Fetches the current state, because events arrive late and in any order. */
export async function fetchDispute(sdk: Stripe, disputeId: string): Promise<StripeDispute> {
  const { charge, status } = await withStripeErrors(() =>
    sdk.disputes.retrieve(disputeId, { expand: ["charge"] }),
  );
  if (typeof charge === "string") throw new Error(`Stripe did not expand ${charge}`);
  const customer = charge.customer;
  return {
    stripeCustomerId: typeof customer === "string" ? customer : (customer?.id ?? null),
    isSettled: SETTLED.includes(status),
  };
}
