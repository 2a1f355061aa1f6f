import { userError } from "../../lib/userError";
import { REFUSALS } from "../../shared/messages";
import { StripeFailure } from "../../vendors/stripeFailure";

/** Lets an owner know when it was Stripe that did not answer, and that trying again is safe. */
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
