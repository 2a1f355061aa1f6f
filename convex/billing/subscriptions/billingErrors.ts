import { userError } from "../../lib/userError";
import { REFUSALS } from "../../shared/messages";
import { StripeFailure } from "../../vendors/stripeFailure";

/** Tells the owner if Stripe did not respond, and that it is safe to try again. */
export async function withBillingErrors<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof StripeFailure && error.reason === "unavailable") {
      throw userError("payments_unavailable", REFUSALS.paymentsUnavailable);
    }
    throw error;
  }
}
