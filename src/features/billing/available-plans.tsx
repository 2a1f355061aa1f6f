import { PAID_PLANS } from "../../../convex/shared/plans";
import type { Plans, Subscription } from "./billing-types";
import type { Unconfirmed } from "./confirm-first";
import { EnterpriseCard } from "./enterprise-card";
import { PlanCard } from "./plan-card";
import { PLANS_SECTION } from "./texts";
import type { BillingActions } from "./use-billing-actions";

type AvailablePlansProps = {
  plans: Plans;
  subscription: Subscription | null;
  actions: BillingActions;
  /** Set if the owner has to confirm their email address before a trial. */
  unconfirmed: Unconfirmed | null;
  /** The plan that the owner chose before they confirmed their email address. */
  chosen: string | null;
};

export function AvailablePlans(props: AvailablePlansProps) {
  const { plans, subscription, actions, unconfirmed, chosen } = props;
  return (
    <section aria-labelledby="available-plans" className="grid gap-4">
      <h2 id="available-plans" className="text-lead font-semibold">
        {PLANS_SECTION.title}
      </h2>
      <div className="grid gap-4 md:grid-cols-3">
        {PAID_PLANS.map(({ type }) => (
          <PlanCard
            key={type}
            planType={type}
            plan={plans[type]}
            subscription={subscription}
            actions={actions}
            unconfirmed={unconfirmed}
            isChosen={chosen === type}
          />
        ))}
        <EnterpriseCard />
      </div>
    </section>
  );
}
