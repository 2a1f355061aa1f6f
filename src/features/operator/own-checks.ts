import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import {
  type Check,
  checkControl,
  checkMissingVariable,
  checkOutdated,
  checkVoiceFailures,
  checkWork,
} from "../../../convex/shared/deploymentChecks";

type OwnChecks = FunctionReturnType<typeof api.operatorPage.checks>;

const ORDER: Check["verdict"][] = ["fault", "unknown", "ok"];

/** In the doctor's words, faults first. */
export function ownChecks(facts: OwnChecks, nowMs: number): Check[] {
  const checks = [
    ...facts.missingVariables.map(checkMissingVariable),
    ...checkWork(facts, nowMs),
    facts.outdated === null ? null : checkOutdated(facts.outdated),
    checkVoiceFailures(facts.voiceFailures),
    checkControl(facts.hasPublicKey),
  ].filter((check) => check !== null);
  return checks.toSorted((one, other) => ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict));
}
