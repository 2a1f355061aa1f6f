import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { ShieldAlert } from "lucide-react";
import { api } from "../../convex/_generated/api";
import { Banner } from "../components/banner";
import { buttonClass } from "../components/button-class";
import { formatCost, formatDateTime } from "../lib/formats";

type Payment = FunctionReturnType<typeof api.subscriptions.getPaymentsToConfirm>[number];

/** On every page of the dashboard, as long as a payment waits for its owner. */
export function PaymentsToConfirm() {
  const payments = useQuery(api.subscriptions.getPaymentsToConfirm) ?? [];
  return payments.map((payment) => {
    const { title, text } = wordsFor(payment);
    const cost = formatCost(payment.amount / 100);
    const [action, spoken] =
      payment.what === "overage_refused"
        ? ["Pay now", `Pay ${cost} now`]
        : ["Confirm payment", `Confirm payment of ${cost}`];
    return (
      <Banner
        key={payment.url}
        tone="warn"
        Icon={ShieldAlert}
        title={title}
        action={
          <a
            href={payment.url}
            target="_blank"
            rel="noreferrer"
            className={buttonClass("primary")}
            aria-label={`${spoken} (opens in a new tab)`}
          >
            {action}
          </a>
        }
      >
        {text}
      </Banner>
    );
  });
}

function wordsFor({ what, amount, planName, until }: Payment): { title: string; text: string } {
  const cost = formatCost(amount / 100);
  const before = until === null ? "" : ` before ${formatDateTime(until * 1000)}`;
  switch (what) {
    case "upgrade":
      return {
        title: "Confirm Your Upgrade",
        text: `Your bank asks you to confirm ${cost} for the ${planName ?? "new"} plan. Your plan changes once you have. If you do not${before}, it stays as it is and nothing is charged.`,
      };
    case "plan_start":
      return {
        title: "Confirm Your First Payment",
        text: `Your bank asks you to confirm ${cost}. The ${planName ?? "paid"} plan begins once you have. If you do not${before}, your trial goes on as it was and nothing is charged.`,
      };
    case "first_payment":
      return {
        title: "Confirm Your First Payment",
        text: `Your bank asks you to confirm ${cost}. Your subscription begins once you have. If you do not${before}, it lapses and nothing is charged.`,
      };
    case "renewal":
      return {
        title: "Confirm Your Payment",
        text: `Your bank asks you to confirm ${cost} for your plan. Visitors cannot talk to your assistants until you have, and if it stays unpaid your subscription ends.`,
      };
    case "overage":
      return {
        title: "Confirm Your Extra Minutes",
        text: `Your bank asks you to confirm ${cost} for extra minutes. ${visitorsWait(before)}`,
      };
    case "overage_refused":
      return {
        title: "Pay Your Extra Minutes",
        text: `Your bank refused ${cost} for extra minutes. ${visitorsWait(before)}`,
      };
  }
}

/** Visitors are served for some days all the same. */
function visitorsWait(before: string): string {
  return before === ""
    ? "Visitors cannot talk to your assistants until it is paid."
    : `If it is not paid${before}, visitors cannot talk to your assistants until it is.`;
}
