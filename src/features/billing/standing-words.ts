import { formatDate } from "../../lib/formats";
import type { Standing } from "./billing-types";

type State = Standing["state"];

/** What a subscription that gives no rights is called, and what brings it back. */
const DUE: Partial<Record<State, { label: string; text: string }>> = {
  payment_to_confirm: {
    label: "Payment due",
    text: "Your bank asks you to confirm your last payment, so visitors cannot talk to your assistants. Press Confirm payment at the top of the page to bring them back.",
  },
  unpaid: {
    label: "Unpaid",
    text: "Your payments failed several times, so visitors cannot talk to your assistants. Update your payment method and pay the open invoice under Manage billing to bring them back.",
  },
  paused: {
    label: "Paused",
    text: "Your subscription is paused, so visitors cannot talk to your assistants. Make sure that there is a payment method under Manage billing, then contact us to go on.",
  },
};

const PAYMENT_DUE = {
  label: "Payment due",
  text: "Your last payment failed, so visitors cannot talk to your assistants. Update your payment method under Manage billing to bring them back.",
};

export function dueWords({ state }: Standing): { label: string; text: string } {
  return DUE[state] ?? PAYMENT_DUE;
}

const COME_BACK = "Choose a plan to bring your assistants back to your visitors.";

/** For who has no subscription of ours that runs: why, and what to do. */
export function standingText({ state, planName, endedAt }: Standing): {
  title: string;
  nextStep: string | null;
} {
  const on = endedAt === null ? "" : ` on ${formatDate(endedAt * 1000)}`;
  switch (state) {
    case "ended":
      return {
        title: `Your ${planName === null ? "" : `${planName} `}subscription ended${on}.`,
        nextStep: COME_BACK,
      };
    case "trial_ended":
      return { title: `Your free trial ended${on}.`, nextStep: COME_BACK };
    case "incomplete":
      return {
        title: "Your first payment was not completed.",
        nextStep: "Complete it under Manage billing, or choose a plan to pay anew.",
      };
    case "never_begun":
      return {
        title: "Your first payment was not completed in time.",
        nextStep: "Choose a plan to try again.",
      };
    case "off_plan":
      return {
        title: "Your subscription was set up by hand.",
        nextStep: "Please contact us to change it.",
      };
    default:
      return { title: "You have no subscription yet.", nextStep: null };
  }
}
