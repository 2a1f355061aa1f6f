import { planOf } from "../../../convex/shared/plans";
import { Button } from "../../components/button";
import { formatPrice } from "../../lib/format-price";
import { formatDate } from "../../lib/formats";
import type { Subscription } from "./billing-types";
import { PENDING_CHANGE } from "./texts";
import type { BillingActions } from "./use-billing-actions";

type PendingChangeProps = { subscription: Subscription; actions: BillingActions };

export function PendingChange({ subscription, actions }: PendingChangeProps) {
  const { pendingPlanType, currentPeriodEnd, plan } = subscription;
  if (pendingPlanType === null) return null;
  const next = planOf(pendingPlanType);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-accent-soft p-3">
      <p>
        {PENDING_CHANGE.text(
          next.name,
          formatPrice(next.priceCents),
          formatDate(currentPeriodEnd * 1000),
        )}
      </p>
      <Button disabled={actions.running !== null} onClick={actions.undoPlanChange}>
        {actions.running === "undo" ? PENDING_CHANGE.undoing : PENDING_CHANGE.keep(plan.name)}
      </Button>
    </div>
  );
}
