import clsx from "clsx";
import { Check } from "lucide-react";
import { Suspense, useEffect, useRef } from "react";
import { TRIAL_MINUTES_WITHOUT_CARD } from "../../../convex/shared/limits";
import { planOf, type PaidPlanType } from "../../../convex/shared/plans";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { lazyPart } from "../../components/lazy-part";
import { FeatureList } from "../../components/feature-list";
import { PlanMinutes } from "../../components/plan-minutes";
import { formatPrice } from "../../lib/format-price";
import { formatDate } from "../../lib/formats";
import type { ShownPlan, Subscription } from "./billing-types";
import type { Unconfirmed } from "./confirm-first";
import { isActive, planButtonText } from "./subscription-display";
import { PLANS_SECTION } from "./texts";
import type { BillingActions } from "./use-billing-actions";

const ConfirmFirst = lazyPart(() => import("./confirm-first"), "ConfirmFirst");

type PlanCardProps = {
  planType: PaidPlanType;
  plan: ShownPlan;
  subscription: Subscription | null;
  actions: BillingActions;
  unconfirmed: Unconfirmed | null;
  isChosen: boolean;
};

export function PlanCard(props: PlanCardProps) {
  const { planType, plan, subscription, actions, unconfirmed, isChosen } = props;
  const chosenButton = useRef<HTMLButtonElement>(null);
  const isTrialOffered = plan.trialDays > 0 && !isActive(subscription);
  const isCurrent = subscription?.planType === planType;
  // While the subscription is ending, Reactivate is the primary button of the page.
  const isLeaving = subscription?.cancelAtPeriodEnd === true;
  const isNext = subscription?.pendingPlanType === planType;
  const buttonText = planButtonText(planType, plan, subscription);
  const [description, ...features] = plan.features;
  const { isPopular, limits } = planOf(planType);

  // An owner who returns from the confirmation email finds the plan that they chose in focus.
  useEffect(() => {
    if (!isChosen) return;
    chosenButton.current?.scrollIntoView({ block: "center" });
    chosenButton.current?.focus();
  }, [isChosen]);

  return (
    <article
      aria-label={plan.name}
      className={clsx(
        "flex flex-col gap-5 rounded-card border bg-surface p-4 shadow-soft sm:p-6",
        isPopular ? "border-accent" : "border-line",
      )}
    >
      <div className="grid gap-1">
        <div className="flex items-center justify-between gap-3">
          <h3 className="text-lead font-semibold">{plan.name}</h3>
          {isPopular && <Badge tone="accent">{PLANS_SECTION.mostPopular}</Badge>}
        </div>
        <p className="text-muted">{description}</p>
      </div>
      <div>
        <p className="text-muted">
          <span className="text-title font-semibold text-ink tabular-nums">
            {formatPrice(plan.price)}
          </span>{" "}
          {PLANS_SECTION.perMonth}
        </p>
        {isTrialOffered && (
          <>
            <p className="font-medium text-good">{PLANS_SECTION.freeTrial(plan.trialDays)}</p>
            <p className="text-small text-faint">
              {PLANS_SECTION.trialWithoutCard(TRIAL_MINUTES_WITHOUT_CARD)}
            </p>
          </>
        )}
      </div>
      <PlanMinutes limits={limits} />
      <FeatureList features={features} />
      <div className="mt-auto grid min-h-10 items-center gap-3">
        {isTrialOffered && unconfirmed !== null && (
          <Suspense>
            <ConfirmFirst planType={planType} unconfirmed={unconfirmed} />
          </Suspense>
        )}
        {isCurrent && (
          <p className="flex items-center justify-center gap-2 font-medium text-muted">
            <Check size={16} strokeWidth={1.75} className="text-good" aria-hidden />
            {PLANS_SECTION.current}
          </p>
        )}
        {isNext && (
          <p className="text-center font-medium text-muted">
            {PLANS_SECTION.startsOn(formatDate(subscription.currentPeriodEnd * 1000))}
          </p>
        )}
        {buttonText !== null && !isNext && (
          <Button
            ref={chosenButton}
            variant={isPopular && !isLeaving ? "primary" : "secondary"}
            disabled={actions.running !== null}
            onClick={() =>
              actions.subscribe(planType, plan.price > (subscription?.plan.price ?? 0))
            }
          >
            {actions.running === planType ? PLANS_SECTION.busy : buttonText}
          </Button>
        )}
      </div>
    </article>
  );
}
