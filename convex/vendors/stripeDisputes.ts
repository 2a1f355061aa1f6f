import type Stripe from "stripe";
import { asking } from "./stripeFailure";

export interface StripeDispute {
  /** Null for a payment that is nobody's. */
  stripeCustomerId: string | null;
  /** Whether the payment is not disputed any more: it was won, or the bank's question led to no dispute. */
  isSettled: boolean;
}

const SETTLED: Stripe.Dispute["status"][] = ["won", "warning_closed"];

/** As it stands now: events come late and in any order. */
export async function fetchDispute(sdk: Stripe, disputeId: string): Promise<StripeDispute> {
  const { charge, status } = await asking(() =>
    sdk.disputes.retrieve(disputeId, { expand: ["charge"] }),
  );
  if (typeof charge === "string") throw new Error(`Stripe did not expand ${charge}`);
  const customer = charge.customer;
  return {
    stripeCustomerId: typeof customer === "string" ? customer : (customer?.id ?? null),
    isSettled: SETTLED.includes(status),
  };
}
