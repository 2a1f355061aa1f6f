import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { Spinner } from "../../components/spinner";
import { usePageTitle } from "../../lib/use-page-title";
import { AvailablePlans } from "./available-plans";
import { CurrentPlanCard } from "./current-plan-card";
import { UsageAlerts } from "./usage-alerts";
import { UsageDetailsCard } from "./usage-details-card";
import { UsageLimitsCard } from "./usage-limits-card";
import { useBillingActions } from "./use-billing-actions";

export function SubscriptionPage() {
  usePageTitle("Subscription");
  const subscription = useQuery(api.subscriptions.getUserSubscription);
  const standing = useQuery(api.subscriptions.getStanding);
  const plans = useQuery(api.subscriptions.getSubscriptionPlans);
  const limits = useQuery(api.usage.checkUsageLimits);
  const freeTrial = useQuery(api.usage.checkFreeTrialLimit);
  const usage = useQuery(api.usage.getCurrentMonthUsage);
  const assistants = useQuery(api.assistants.listAssistants);
  const actions = useBillingActions();

  if (
    subscription === undefined ||
    standing === undefined ||
    plans === undefined ||
    limits === undefined ||
    freeTrial === undefined ||
    usage === undefined ||
    assistants === undefined
  ) {
    return <Spinner label="Loading your subscription" />;
  }
  return (
    <div className="grid gap-6">
      <h1 className="text-title font-semibold">Subscription</h1>
      <UsageAlerts limits={limits} isTrial={subscription?.status === "trialing"} />
      <div className="grid gap-4 lg:grid-cols-2">
        <CurrentPlanCard
          subscription={subscription}
          standing={standing}
          freeTrial={freeTrial}
          actions={actions}
        />
        <UsageLimitsCard
          subscription={subscription}
          limits={limits}
          freeTrial={freeTrial}
          assistants={assistants}
        />
      </div>
      <AvailablePlans plans={plans} subscription={subscription} actions={actions} />
      <UsageDetailsCard usage={usage} assistants={assistants} limits={limits} actions={actions} />
    </div>
  );
}
