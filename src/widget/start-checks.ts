import {
  freeTrialLimitReached,
  testLimitReached,
  voiceNotConfigured,
} from "../../convex/shared/messages";
import type { FreeTrial, TestUsage, WidgetAssistant } from "./backend";

export interface StartConditions {
  assistant: Pick<WidgetAssistant, "name" | "hasVoice">;
  /** What is left for trying out; null for visitors, who have no such limit. */
  testing: { usage: TestUsage; trial: FreeTrial } | null;
}

/** Why there can be no call, or null; the microphone, the last of the checks, is asked for after. */
export function startRefusal({ assistant, testing }: StartConditions): string | null {
  if (testing !== null) {
    const { usage, trial } = testing;
    if (!usage.canUse) return testLimitReached(usage.totalMinutesUsed);
    if (!trial.hasSubscription && trial.limitExceeded) {
      return freeTrialLimitReached(trial.totalMinutesUsed, trial.freeTrialLimit);
    }
  }
  return assistant.hasVoice ? null : voiceNotConfigured(assistant.name);
}
