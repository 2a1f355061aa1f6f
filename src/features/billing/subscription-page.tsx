import { useQueries, useQuery } from "convex/react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Contained } from "../../components/contained";
import { Spinner } from "../../components/spinner";
import { PLAN_PARAM } from "../../lib/plan-path";
import { useHaveAnswered } from "../../lib/use-have-answered";
import { usePageTitle } from "../../lib/use-page-title";
import { AvailablePlans } from "./available-plans";
import type { UsageLimits } from "./billing-types";
import { CurrentPlanCard } from "./current-plan-card";
import { PAGE } from "./texts";
import { TriedWebsite } from "./tried-website";
import { UsageAlerts } from "./usage-alerts";
import { UsageDetailsCard } from "./usage-details-card";
import { UsageLimitsCard } from "./usage-limits-card";
import { useBillingActions, type BillingActions } from "./use-billing-actions";

const QUERIES = {
  subscription: { query: api.subscriptions.getUserSubscription, args: {} },
  subscriptionState: { query: api.subscriptions.getSubscriptionState, args: {} },
  plans: { query: api.subscriptions.getSubscriptionPlans, args: {} },
  owner: { query: api.auth.loggedInUser, args: {} },
  limits: { query: api.usage.checkUsageLimits, args: {} },
  spending: { query: api.subscriptions.getSpendingLimit, args: {} },
  freeTrial: { query: api.usage.checkFreeTrialLimit, args: {} },
  usage: { query: api.usage.getCurrentMonthUsage, args: {} },
  assistants: { query: api.assistants.listAssistants, args: {} },
};

export function SubscriptionPage() {
  usePageTitle(PAGE.title);
  const actions = useBillingActions();

  if (!useHaveAnswered(QUERIES)) return <Spinner label={PAGE.loading} />;
  return (
    <div className="grid gap-6">
      <div>
        <TriedWebsite />
        <h1 className="text-title font-semibold">{PAGE.title}</h1>
      </div>
      <Contained what={PAGE.parts.alerts}>
        <Alerts actions={actions} />
      </Contained>
      <div className="grid gap-4 lg:grid-cols-2">
        <Contained what={PAGE.parts.plan}>
          <CurrentPlan actions={actions} />
        </Contained>
        <Contained what={PAGE.parts.limits}>
          <Limits />
        </Contained>
      </div>
      <Contained what={PAGE.parts.plans}>
        <Plans actions={actions} />
      </Contained>
      <Contained what={PAGE.parts.details}>
        <Details actions={actions} />
      </Contained>
    </div>
  );
}

// Each part loads its own data, so that a failed query breaks only that part.

function Alerts({ actions }: { actions: BillingActions }) {
  const subscription = useQuery(api.subscriptions.getUserSubscription);
  const limits = useQuery(api.usage.checkUsageLimits);
  const spending = useQuery(api.subscriptions.getSpendingLimit);
  if (subscription === undefined || limits === undefined || spending === undefined) return null;
  return <UsageAlerts {...{ limits, subscription, spending, actions }} />;
}

function CurrentPlan({ actions }: { actions: BillingActions }) {
  const subscription = useQuery(api.subscriptions.getUserSubscription);
  const subscriptionState = useQuery(api.subscriptions.getSubscriptionState);
  const freeTrial = useQuery(api.usage.checkFreeTrialLimit);
  const isOverLimit = useIsOverLimit();
  if (subscription === undefined || subscriptionState === undefined || freeTrial === undefined) {
    return <Spinner label={PAGE.loadingPart(PAGE.parts.plan)} />;
  }
  return (
    <CurrentPlanCard {...{ subscription, subscriptionState, freeTrial, actions, isOverLimit }} />
  );
}

const LIMITS = { limits: QUERIES.limits };

/** False as well if the limits fail to load. Then there is no alert either. */
function useIsOverLimit(): boolean {
  const limits = useQueries(LIMITS).limits as UsageLimits | Error | undefined;
  return limits !== undefined && !(limits instanceof Error) && limits.overLimit;
}

function Limits() {
  const subscription = useQuery(api.subscriptions.getUserSubscription);
  const limits = useQuery(api.usage.checkUsageLimits);
  const freeTrial = useQuery(api.usage.checkFreeTrialLimit);
  const assistants = useQuery(api.assistants.listAssistants);
  const spending = useQuery(api.subscriptions.getSpendingLimit);
  if (
    subscription === undefined ||
    limits === undefined ||
    freeTrial === undefined ||
    assistants === undefined ||
    spending === undefined
  ) {
    return <Spinner label={PAGE.loadingPart(PAGE.parts.limits)} />;
  }
  return <UsageLimitsCard {...{ subscription, limits, freeTrial, assistants, spending }} />;
}

function Plans({ actions }: { actions: BillingActions }) {
  const plans = useQuery(api.subscriptions.getSubscriptionPlans);
  const subscription = useQuery(api.subscriptions.getUserSubscription);
  const owner = useQuery(api.auth.loggedInUser);
  const [params] = useSearchParams();
  if (plans === undefined || subscription === undefined || owner === undefined) {
    return <Spinner label={PAGE.loadingPart(PAGE.parts.plans)} />;
  }
  const addressProblem = owner?.addressProblem ?? null;
  const isWaiting = addressProblem !== null && !addressProblem.isConfirmed;
  const unconfirmed = isWaiting ? { email: owner?.email, addressProblem } : null;
  const chosen = params.get(PLAN_PARAM);
  return <AvailablePlans {...{ plans, subscription, actions, unconfirmed, chosen }} />;
}

function Details({ actions }: { actions: BillingActions }) {
  const usage = useQuery(api.usage.getCurrentMonthUsage);
  const assistants = useQuery(api.assistants.listAssistants);
  const limits = useQuery(api.usage.checkUsageLimits);
  if (usage === undefined || assistants === undefined || limits === undefined) {
    return <Spinner label={PAGE.loadingPart(PAGE.parts.details)} />;
  }
  return <UsageDetailsCard {...{ usage, assistants, limits, actions }} />;
}
