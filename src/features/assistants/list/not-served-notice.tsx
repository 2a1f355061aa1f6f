import { useQuery } from "convex/react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { ROUTES } from "../../../lib/routes";
import { NOT_SERVED, NOT_SERVED_BY_STATE, type NotServedReason } from "./texts";

/** Why visitors cannot reach a published assistant. */
interface NotServed {
  /** Null until it is known. */
  reason: NotServedReason | null;
}

/** Null while visitors can reach the assistant, and for a draft. */
export function useNotServed(isPublished: boolean, isSubscribed: boolean): NotServed | null {
  const args = isPublished ? {} : "skip";
  const subscription = useQuery(api.subscriptions.getSubscriptionState, args);
  const payments = useQuery(api.subscriptions.getPaymentsToConfirm, args) ?? [];
  const isOverdue = payments.some(
    ({ what, until }) => until === null && what.startsWith("overage"),
  );
  const isAtLimit = useQuery(api.subscriptions.getSpendingLimit, args)?.state === "reached";
  const isTrialUsedUp = subscription?.state === "trial_used_up";
  const isDisputed = subscription?.isDisputed === true;
  if (!isPublished) return null;
  if (isSubscribed && !isDisputed && !isOverdue && !isAtLimit && !isTrialUsedUp) return null;
  if (isSubscribed && isDisputed) return { reason: NOT_SERVED.disputed };
  if (isSubscribed && isOverdue) return { reason: NOT_SERVED.overageUnpaid };
  if (isSubscribed && isAtLimit) return { reason: NOT_SERVED.spendingLimit };
  return { reason: subscription === undefined ? null : NOT_SERVED_BY_STATE[subscription.state] };
}

export function NotServedNotice({ reason }: NotServed) {
  return (
    <p className="text-small text-warn">
      {NOT_SERVED.text(reason?.[0] ?? null)}{" "}
      {reason !== null && (
        <Link
          to={ROUTES.subscription}
          className="inline-block font-medium underline underline-offset-2"
        >
          {reason[1]}
        </Link>
      )}
    </p>
  );
}
