import { isUnlimited, planOf } from "../../../convex/shared/plans";
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
import { isActive } from "./subscription-words";
import { UsageBar } from "./usage-bar";

type UsageLimitsCardProps = {
  subscription: Subscription | null;
  limits: UsageLimits;
  freeTrial: FreeTrial;
  assistants: Assistants;
  /** Null where there are no extra minutes. */
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
      <Card title="Usage Limits" subtitle="Free minutes for trying your assistants out">
        <UsageBar
          label="Free minutes"
          used={totalMinutesUsed}
          limit={freeTrialLimit}
          tone={limitExceeded ? "bad" : "plain"}
        />
        <p className="text-muted">
          With a plan they come every month:{" "}
          {formatNumber(planOf("STARTER").limits.includedMinutes)} with Starter,{" "}
          {formatNumber(planOf("PRO").limits.includedMinutes)} with Pro.
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
    <Card title="Usage Limits" subtitle="In the current billing period">
      <div className="grid gap-5">
        <UsageBar
          label="Minutes"
          used={limits.usedMinutes}
          limit={limitOf(includedMinutes)}
          tone={limits.overLimit ? "bad" : limits.approachingLimit ? "warn" : "plain"}
        />
        {spending !== null && <SpendingBar spending={spending} />}
        <UsageBar label="Published assistants" used={published} limit={limitOf(plan.assistants)} />
        <UsageBar label="Knowledge files" used={files} limit={limitOf(plan.knowledgeBaseFiles)} />
      </div>
      {isCardMissing && includedMinutes < plan.includedMinutes && (
        <p className="text-muted">
          Without a payment method, the trial includes {formatNumber(includedMinutes)} of the plan's{" "}
          {formatNumber(plan.includedMinutes)} minutes. With one, it includes all of them.
        </p>
      )}
      {!isCardMissing && includedMinutes !== plan.includedMinutes && (
        <p className="text-muted">
          Your plan changed within this period: {formatNumber(includedMinutes)} minutes until{" "}
          {formatDate(Math.min(endsAt ?? currentPeriodEnd, currentPeriodEnd) * 1000)}
          {endsAt === null && `, then ${formatNumber(plan.includedMinutes)} each month`}.
        </p>
      )}
      {!isUnlimited(includedMinutes) && (
        <p className="text-muted">
          {subscription.status === "trialing"
            ? "During the trial, calls end with the included minutes. "
            : ""}
          Extra minutes cost {formatCost(limits.overageRate / 100)} each
          {subscription.status === "trialing" ? " after that." : "."}
        </p>
      )}
      {spending !== null && <SpendingLimit spending={spending} />}
    </Card>
  );
}

function limitOf(limit: number): number | null {
  return isUnlimited(limit) ? null : limit;
}
