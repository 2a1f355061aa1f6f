import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { ROUTES } from "../../../lib/routes";

type State = FunctionReturnType<typeof api.subscriptions.getStanding>["state"];

type Why = [reason: string, nextStep: string];

/** Null while visitors can reach what is published. */
export interface NotServed {
  /** Null until it is known. */
  why: Why | null;
}

export function useNotServed(isPublished: boolean, isSubscribed: boolean): NotServed | null {
  const args = isPublished ? {} : "skip";
  const standing = useQuery(api.subscriptions.getStanding, args);
  const payments = useQuery(api.subscriptions.getPaymentsToConfirm, args) ?? [];
  const isOverdue = payments.some(
    ({ what, until }) => until === null && what.startsWith("overage"),
  );
  const isAtLimit = useQuery(api.subscriptions.getSpendingLimit, args)?.state === "reached";
  const isTrialUsedUp = standing?.state === "trial_used_up";
  const isDisputed = standing?.isDisputed === true;
  if (!isPublished) return null;
  if (isSubscribed && !isDisputed && !isOverdue && !isAtLimit && !isTrialUsedUp) return null;
  const own = standing === undefined ? null : WHY[standing.state];
  if (!isSubscribed) return { why: own };
  return { why: isDisputed ? DISPUTED : isOverdue ? UNPAID : isAtLimit ? AT_LIMIT : own };
}

/** Why visitors cannot reach what is published, and where to mend it. */
export function NotServedNotice({ why }: NotServed) {
  return (
    <p className="text-small text-warn">
      Visitors cannot reach it at the moment{why === null ? "." : `: ${why[0]}.`}{" "}
      {why !== null && (
        <Link
          to={ROUTES.subscription}
          className="inline-block font-medium underline underline-offset-2"
        >
          {why[1]}
        </Link>
      )}
    </p>
  );
}

const DISPUTED: Why = ["a payment was disputed at your bank", "See what to do"];

/** Extra minutes of which the time to pay is over. */
const UNPAID: Why = ["your extra minutes are not paid", "See what to do"];

const AT_LIMIT: Why = ["your extra minutes have reached your spending limit", "Raise it"];

const PAY = "Update your payment method";
const CHOOSE = "Choose a plan";

/** Null while the answers of two queries do not agree yet. */
const WHY: Record<State, Why | null> = {
  active: null,
  trialing: null,
  trial_used_up: ["your trial's minutes are used up", "Start your plan now"],
  none: ["you have no subscription", CHOOSE],
  payment_due: ["your last payment failed", PAY],
  payment_to_confirm: ["your bank asks you to confirm your payment", "See what to do"],
  unpaid: ["your payments failed", PAY],
  paused: ["your subscription is paused", "See what to do"],
  incomplete: ["your first payment was not completed", "See what to do"],
  never_begun: ["your first payment was not completed", CHOOSE],
  ended: ["your subscription has ended", CHOOSE],
  trial_ended: ["your free trial has ended", CHOOSE],
  off_plan: ["your subscription was set up by hand", "See what to do"],
};
