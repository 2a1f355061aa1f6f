import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { formatNumber } from "../../lib/formats";
import type { FreeTrial, Standing } from "./billing-types";
import { standingText } from "./standing-words";
import type { BillingActions } from "./use-billing-actions";

type NoSubscriptionProps = { standing: Standing; freeTrial: FreeTrial; actions: BillingActions };

/** The current plan of who has none: not yet, no longer, or none of ours. */
export function NoSubscription({ standing, freeTrial, actions }: NoSubscriptionProps) {
  const { title, nextStep } = standingText(standing);
  return (
    <Card title="Current Plan" subtitle={title}>
      <p>
        {nextStep !== null && `${nextStep} `}
        Creating and testing assistants is free: {formatNumber(freeTrial.remainingMinutes)} of{" "}
        {formatNumber(freeTrial.freeTrialLimit)} free minutes left.
        {standing.state === "none" && " Choose a plan to put your assistants on your website."}
      </p>
      {standing.state !== "none" && (
        <div>
          <Button disabled={actions.running !== null} onClick={actions.openPortal}>
            {actions.running === "portal" ? "Opening..." : "Manage billing"}
          </Button>
        </div>
      )}
    </Card>
  );
}
