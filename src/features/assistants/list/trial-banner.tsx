import type { FunctionReturnType } from "convex/server";
import { Hourglass, Rocket, TriangleAlert } from "lucide-react";
import { Link } from "react-router-dom";
import type { api } from "../../../../convex/_generated/api";
import { LOW_FREE_MINUTES } from "../../../../convex/shared/limits";
import { ROUTES } from "../../../lib/routes";
import { Banner } from "../../../components/banner";
import { buttonClass } from "../../../components/button-class";
import { TRIAL } from "./texts";

type Trial = FunctionReturnType<typeof api.usage.checkFreeTrialLimit>;

export function TrialBanner({ trial, hasAssistants }: { trial: Trial; hasAssistants: boolean }) {
  if (trial.hasSubscription) return null;
  const { limitExceeded, freeTrialLimit, remainingMinutes } = trial;
  if (limitExceeded) {
    return (
      <Banner tone="bad" Icon={TriangleAlert} title={TRIAL.reached} action={<Plans />}>
        {TRIAL.reachedText(freeTrialLimit)}
      </Banner>
    );
  }
  if (remainingMinutes <= LOW_FREE_MINUTES) {
    return (
      <Banner tone="warn" Icon={Hourglass} title={TRIAL.low} action={<Plans />}>
        {TRIAL.lowText(remainingMinutes, freeTrialLimit)}
      </Banner>
    );
  }
  if (!hasAssistants) return null;
  return (
    <Banner tone="accent" Icon={Rocket} title={TRIAL.ready} action={<Plans />}>
      {TRIAL.readyText}
    </Banner>
  );
}

function Plans() {
  return (
    <Link to={ROUTES.subscription} className={buttonClass("secondary")}>
      {TRIAL.viewPlans}
    </Link>
  );
}
