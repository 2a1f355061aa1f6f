import { PAID_PLANS } from "../../../convex/catalog/plans";
import type { Plans, Subscription } from "./billing-types";
import { EnterpriseCard } from "./enterprise-card";
import { PlanCard } from "./plan-card";
import type { BillingActions } from "./use-billing-actions";

type AvailablePlansProps = {
  plans: Plans;
  subscription: Subscription | null;
  actions: BillingActions;
};

export function AvailablePlans({ plans, subscription, actions }: AvailablePlansProps) {
  return (
    <section aria-labelledby="available-plans" className="grid gap-4">
      <h2 id="available-plans" className="text-lead font-semibold">
        Available Plans
      </h2>
      <div className="grid gap-4 md:grid-cols-3">
        {PAID_PLANS.map(({ type }) => (
          <PlanCard
            key={type}
            planType={type}
            plan={plans[type]}
            subscription={subscription}
            actions={actions}
          />
        ))}
        <EnterpriseCard />
      </div>
    </section>
  );
}
