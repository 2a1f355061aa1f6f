import { REFUSALS } from "../../../catalog/messages";
import { StripeFailure } from "../../../platforms/stripeFailure";
import { userError } from "../../common/userError";

/** Lets an owner know when it was Stripe that did not answer, and that trying again is safe. */
export async function explained<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof StripeFailure && error.reason === "unavailable") {
      throw userError("payments_unavailable", REFUSALS.paymentsUnavailable);
    }
    throw error;
  }
}
