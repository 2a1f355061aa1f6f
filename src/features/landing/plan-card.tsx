import clsx from "clsx";
import { Link } from "react-router-dom";
import type { Plan } from "../../../convex/shared/plans";
import { AS_NEWCOMER, ROUTES } from "../../lib/routes";
import { Badge } from "../../components/badge";
import { buttonClass } from "../../components/button-class";
import { FeatureList } from "../../components/feature-list";
import { PlanMinutes } from "../../components/plan-minutes";
import { readSalesEmail } from "../../lib/env";
import { formatPrice } from "../../lib/format-price";
import { PRICING } from "./texts";

const SUBJECT = encodeURIComponent(PRICING.mailSubject);
const BODY = encodeURIComponent(PRICING.mailBody);
const SALES_MAIL = `mailto:${readSalesEmail(import.meta.env)}?subject=${SUBJECT}&body=${BODY}`;

export function PlanCard({ plan }: { plan: Plan }) {
  const { isPopular } = plan;
  return (
    <article
      aria-label={plan.name}
      className={clsx(
        "flex flex-col gap-6 rounded-card border bg-raised p-6",
        isPopular ? "border-accent" : "border-line",
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 className="text-lead font-semibold">{plan.name}</h3>
        {isPopular && <Badge tone="accent">{PRICING.popular}</Badge>}
      </div>
      <p className="text-muted">
        <span className="text-section font-semibold tracking-tight text-ink tabular-nums">
          {formatPrice(plan.priceCents)}
        </span>{" "}
        {PRICING.perMonth}
      </p>
      {plan.type !== "ENTERPRISE" && <PlanMinutes limits={plan.limits} />}
      <FeatureList features={plan.features} className="gap-3" />
      <div className="mt-auto grid">{planAction(plan, isPopular)}</div>
    </article>
  );
}

function planAction(plan: Plan, isPopular: boolean) {
  if (plan.type === "ENTERPRISE") {
    return (
      <a href={SALES_MAIL} className={buttonClass("secondary")}>
        {PRICING.contactSales}
      </a>
    );
  }
  return (
    <Link
      to={ROUTES.dashboard}
      state={AS_NEWCOMER}
      className={buttonClass(isPopular ? "primary" : "secondary")}
    >
      {PRICING.startTrial(plan.trialDays)}
    </Link>
  );
}
