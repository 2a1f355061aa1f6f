import { formatDate } from "../../lib/formats";
import type { SubscriptionState } from "./billing-types";
import { NO_SUBSCRIPTION, SUBSCRIPTION_PROBLEM } from "./texts";

/** Why an existing subscription does not serve visitors, and how the owner can fix that. */
export function subscriptionProblem({ state }: SubscriptionState): { label: string; text: string } {
  if (state === "payment_to_confirm") return SUBSCRIPTION_PROBLEM.paymentToConfirm;
  if (state === "unpaid") return SUBSCRIPTION_PROBLEM.unpaid;
  if (state === "paused") return SUBSCRIPTION_PROBLEM.paused;
  return SUBSCRIPTION_PROBLEM.paymentDue;
}

/** For an owner without a running subscription: why there is none, and the next step. */
export function noSubscriptionText({ state, planName, endedAt }: SubscriptionState): {
  title: string;
  nextStep: string | null;
} {
  const on = endedAt === null ? "" : NO_SUBSCRIPTION.onDate(formatDate(endedAt * 1000));
  switch (state) {
    case "ended":
      return { title: NO_SUBSCRIPTION.ended(planName, on), nextStep: NO_SUBSCRIPTION.comeBack };
    case "trial_ended":
      return { title: NO_SUBSCRIPTION.trialEnded(on), nextStep: NO_SUBSCRIPTION.comeBack };
    case "incomplete":
      return { title: NO_SUBSCRIPTION.incomplete, nextStep: NO_SUBSCRIPTION.completePayment };
    case "never_begun":
      return { title: NO_SUBSCRIPTION.neverStarted, nextStep: NO_SUBSCRIPTION.tryAgain };
    case "off_plan":
      return { title: NO_SUBSCRIPTION.manual, nextStep: NO_SUBSCRIPTION.contactUs };
    default:
      return { title: NO_SUBSCRIPTION.none, nextStep: null };
  }
}
