import { TRIAL_MINUTES_WITHOUT_CARD } from "../../../convex/shared/limits";
import { PLANS, TRIAL_DAYS } from "../../../convex/shared/plans";
import { PlanCard } from "./plan-card";
import { SectionHeading } from "./section-heading";
import { PRICING } from "./texts";

export function PricingSection() {
  return (
    <section
      id="pricing"
      aria-labelledby="pricing-title"
      className="border-t border-line bg-surface"
    >
      <div className="mx-auto grid max-w-page gap-12 px-4 py-16 lg:py-24">
        <SectionHeading
          id="pricing"
          title={PRICING.title}
          intro={PRICING.intro(TRIAL_DAYS, TRIAL_MINUTES_WITHOUT_CARD)}
        />
        <ul className="grid gap-4 lg:grid-cols-3">
          {PLANS.map((plan) => (
            <li key={plan.type} className="grid">
              <PlanCard plan={plan} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
