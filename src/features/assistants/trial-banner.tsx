import type { FunctionReturnType } from "convex/server";
import { Hourglass, Rocket, TriangleAlert } from "lucide-react";
import { Link } from "react-router-dom";
import type { api } from "../../../convex/_generated/api";
import { LOW_MINUTES } from "../../../convex/catalog/limits";
import { ROUTES } from "../../lib/routes";
import { Banner } from "../../components/banner";
import { buttonClass } from "../../components/button-class";

type Trial = FunctionReturnType<typeof api.usage.checkFreeTrialLimit>;

export function TrialBanner({ trial, hasAssistants }: { trial: Trial; hasAssistants: boolean }) {
  if (trial.hasSubscription) return null;
  const { limitExceeded, freeTrialLimit, remainingMinutes } = trial;
  if (limitExceeded) {
    return (
      <Banner tone="bad" Icon={TriangleAlert} title="Free Trial Limit Reached" action={<Plans />}>
        You have used your {freeTrialLimit} free minutes. Choose a plan to go on talking to your
        assistants.
      </Banner>
    );
  }
  if (remainingMinutes <= LOW_MINUTES) {
    return (
      <Banner tone="warn" Icon={Hourglass} title="Free Trial Almost Used Up" action={<Plans />}>
        {remainingMinutes} of {freeTrialLimit} free minutes left.
      </Banner>
    );
  }
  if (!hasAssistants) return null;
  return (
    <Banner tone="accent" Icon={Rocket} title="Ready to Go Live?" action={<Plans />}>
      Creating and testing are free. Subscribe to publish your assistants on your website.
    </Banner>
  );
}

function Plans() {
  return (
    <Link to={ROUTES.subscription} className={buttonClass("secondary")}>
      View plans
    </Link>
  );
}
