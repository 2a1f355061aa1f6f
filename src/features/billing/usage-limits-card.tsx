import { isUnlimited, PAID_PLANS } from "../../../convex/shared/plans";
import { Card } from "../../components/card";
import { formatCost, formatDate, formatNumber } from "../../lib/formats";
import type {
  Assistants,
  FreeTrial,
  SpendingLimit as Spending,
  Subscription,
  UsageLimits,
} from "./billing-types";
import { SpendingBar } from "./spending-bar";
import { SpendingLimit } from "./spending-limit";
import { isActive } from "./subscription-display";
import { USAGE_LIMITS } from "./texts";
import { UsageBar } from "./usage-bar";

type UsageLimitsCardProps = {
  subscription: Subscription | null;
  limits: UsageLimits;
  freeTrial: FreeTrial;
  assistants: Assistants;
  /** Null if the plan has no extra minutes. */
  spending: Spending | null;
};

export function UsageLimitsCard({
  subscription,
  limits,
  freeTrial,
  assistants,
  spending,
}: UsageLimitsCardProps) {
  if (!isActive(subscription)) {
    const { totalMinutesUsed, freeTrialLimit, limitExceeded } = freeTrial;
    return (
      <Card title={USAGE_LIMITS.title} subtitle={USAGE_LIMITS.trialSubtitle}>
        <UsageBar
          label={USAGE_LIMITS.freeMinutes}
          used={totalMinutesUsed}
          limit={freeTrialLimit}
          tone={limitExceeded ? "bad" : "plain"}
        />
        <p className="text-muted">
          {USAGE_LIMITS.withPlan(
            PAID_PLANS.map(({ name, limits: { includedMinutes } }) =>
              USAGE_LIMITS.planMinutes(formatNumber(includedMinutes), name),
            ).join(", "),
          )}
        </p>
      </Card>
    );
  }
  const plan = subscription.plan.limits;
  const { endsAt, currentPeriodEnd } = subscription;
  const { includedMinutes } = limits;
  const isCardMissing = subscription.status === "trialing" && subscription.paymentMethod === null;
  const published = assistants.filter((assistant) => assistant.published).length;
  const files = assistants.filter((assistant) => assistant.knowledgeFileId !== undefined).length;
  return (
    <Card title={USAGE_LIMITS.title} subtitle={USAGE_LIMITS.subtitle}>
      <div className="grid gap-5">
        <UsageBar
          label={USAGE_LIMITS.minutes}
          used={limits.usedMinutes}
          limit={limitOf(includedMinutes)}
          tone={limits.overLimit ? "bad" : limits.approachingLimit ? "warn" : "plain"}
        />
        {spending !== null && <SpendingBar spending={spending} />}
        <UsageBar
          label={USAGE_LIMITS.publishedAssistants}
          used={published}
          limit={limitOf(plan.assistants)}
        />
        <UsageBar
          label={USAGE_LIMITS.knowledgeFiles}
          used={files}
          limit={limitOf(plan.knowledgeBaseFiles)}
        />
      </div>
      {isCardMissing && includedMinutes < plan.includedMinutes && (
        <p className="text-muted">
          {USAGE_LIMITS.withoutCard(
            formatNumber(includedMinutes),
            formatNumber(plan.includedMinutes),
          )}
        </p>
      )}
      {!isCardMissing && includedMinutes !== plan.includedMinutes && (
        <p className="text-muted">
          {endsAt === null
            ? USAGE_LIMITS.planChangedThen(
                formatNumber(includedMinutes),
                formatDate(currentPeriodEnd * 1000),
                formatNumber(plan.includedMinutes),
              )
            : USAGE_LIMITS.planChanged(
                formatNumber(includedMinutes),
                formatDate(Math.min(endsAt, currentPeriodEnd) * 1000),
              )}
        </p>
      )}
      {!isUnlimited(includedMinutes) && (
        <p className="text-muted">
          {subscription.status === "trialing"
            ? USAGE_LIMITS.overageAfterTrial(formatCost(limits.overageRate / 100))
            : USAGE_LIMITS.overage(formatCost(limits.overageRate / 100))}
        </p>
      )}
      {spending !== null && <SpendingLimit spending={spending} />}
    </Card>
  );
}

function limitOf(limit: number): number | null {
  return isUnlimited(limit) ? null : limit;
}
