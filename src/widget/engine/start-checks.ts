/** The checks before a call, in the order in which their failures are reported. The microphone is opened afterwards. */
import type { WidgetAssistant } from "../state/assistant";
import type { Message } from "../state/message";
import type { FreeTrial, TestUsage } from "../transport/backend";
import type { Unavailable } from "../transport/request-page-token";
import { browserRefusal, type Surroundings } from "./microphone";

export type CheckResult = { kind: "ready" } | { kind: "refused"; message: Message };

export interface StartConditions {
  assistant: Pick<WidgetAssistant, "name" | "hasVoice">;
  surroundings: Surroundings;
  /** Null for visitors, who have no test limits. */
  readTestLimits: (() => Promise<{ usage: TestUsage; trial: FreeTrial }>) | null;
  /** Null if the assistant can be reached, as far as is known. */
  findUnavailable: () => Promise<Unavailable | null>;
}

export async function checkStart(conditions: StartConditions): Promise<CheckResult> {
  const { assistant, surroundings, readTestLimits, findUnavailable } = conditions;
  const limit = readTestLimits === null ? null : reachedLimit(await readTestLimits());
  if (limit !== null) return refused(limit);
  if (!assistant.hasVoice) {
    const params = { name: assistant.name };
    return refused({ kind: "codeWithParams", code: "not_configured", params });
  }
  // Before what the browser lacks: without a microphone a visitor can still leave a message.
  const unavailable = await findUnavailable();
  if (unavailable !== null) {
    const { message: text, words: shortText, messagePass } = unavailable;
    return refused({ kind: "text", text, shortText, ...(messagePass && { messagePass }) });
  }
  const code = browserRefusal(surroundings);
  return code === null ? { kind: "ready" } : refused({ kind: "code", code });
}

function reachedLimit({ usage, trial }: { usage: TestUsage; trial: FreeTrial }): Message | null {
  if (!usage.canUse) {
    const params = { usedMinutes: usage.totalMinutesUsed };
    return { kind: "codeWithParams", code: "test_limit_reached", params };
  }
  if (trial.hasSubscription || !trial.limitExceeded) return null;
  const params = { usedMinutes: trial.totalMinutesUsed, limitMinutes: trial.freeTrialLimit };
  return { kind: "codeWithParams", code: "free_trial_limit_reached", params };
}

function refused(message: Message): CheckResult {
  return { kind: "refused", message };
}
