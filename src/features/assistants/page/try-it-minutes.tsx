import { useQuery } from "convex/react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { ROUTES } from "../../../lib/routes";
import { TRY_IT } from "./texts";

/** The minutes that a test uses. */
export function TryItMinutes({ isTyping }: { isTyping: boolean }) {
  const usage = useQuery(api.usage.getTestUsage);
  const trial = useQuery(api.usage.checkFreeTrialLimit);
  if (usage === undefined || trial === undefined) return null;
  const typed = isTyping && TRY_IT.typedMinutes;
  if (trial.hasSubscription) {
    return (
      <p className="text-small text-faint">
        {TRY_IT.planMinutes} {typed}
      </p>
    );
  }
  return (
    <p className="text-small text-faint">
      {usage.canUse ? TRY_IT.testMinutes(usage.remainingMinutes.toFixed(1)) : TRY_IT.usedUp}{" "}
      {!usage.canUse && (
        <Link to={ROUTES.subscription} className="font-medium underline underline-offset-2">
          {TRY_IT.viewPlans}
        </Link>
      )}
      {usage.canUse && typed}
    </p>
  );
}
