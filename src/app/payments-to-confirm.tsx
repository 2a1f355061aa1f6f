import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { ShieldAlert } from "lucide-react";
import { api } from "../../convex/_generated/api";
import { Banner } from "../components/banner";
import { buttonClass } from "../components/button-class";
import { formatCost, formatDateTime } from "../lib/formats";
import { PAYMENTS } from "./dashboard-texts";

type Payment = FunctionReturnType<typeof api.subscriptions.getPaymentsToConfirm>[number];

/** Shown on every page of the dashboard while a payment needs the owner. */
export function PaymentsToConfirm() {
  const payments = useQuery(api.subscriptions.getPaymentsToConfirm) ?? [];
  return payments.map((payment) => {
    const { title, text } = textFor(payment);
    const cost = formatCost(payment.amount / 100);
    const isRefused = payment.what === "overage_refused";
    return (
      <Banner
        key={payment.url}
        tone="warn"
        Icon={ShieldAlert}
        title={title}
        isFolding
        action={
          <a
            href={payment.url}
            target="_blank"
            rel="noreferrer"
            className={buttonClass("primary", "small")}
            aria-label={isRefused ? PAYMENTS.payNowLabel(cost) : PAYMENTS.confirmLabel(cost)}
          >
            {isRefused ? PAYMENTS.payNow : PAYMENTS.confirm}
          </a>
        }
      >
        {text}
      </Banner>
    );
  });
}

function textFor({ what, amount, planName, until }: Payment): { title: string; text: string } {
  const cost = formatCost(amount / 100);
  const before = until === null ? "" : PAYMENTS.before(formatDateTime(until * 1000));
  switch (what) {
    case "upgrade":
      return {
        title: PAYMENTS.upgradeTitle,
        text: PAYMENTS.upgrade(cost, planName ?? "new", before),
      };
    case "plan_start":
      return {
        title: PAYMENTS.firstPaymentTitle,
        text: PAYMENTS.planStart(cost, planName ?? "paid", before),
      };
    case "first_payment":
      return { title: PAYMENTS.firstPaymentTitle, text: PAYMENTS.firstPayment(cost, before) };
    case "renewal":
      return { title: PAYMENTS.renewalTitle, text: PAYMENTS.renewal(cost) };
    case "overage":
      return { title: PAYMENTS.overageTitle, text: withDeadline(PAYMENTS.overage(cost), before) };
    case "overage_refused":
      return { title: PAYMENTS.refusedTitle, text: withDeadline(PAYMENTS.refused(cost), before) };
  }
}

/** Visitors are still served until the deadline, if there is one. */
function withDeadline(text: string, before: string): string {
  return `${text} ${before === "" ? PAYMENTS.stoppedUntilPaid : PAYMENTS.stopsUnlessPaid(before)}`;
}
