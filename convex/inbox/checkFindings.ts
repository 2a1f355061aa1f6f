import { userError } from "../lib/userError";
import {
  type Finding,
  FINDING_LIMITS,
  problemWithFindings,
  tidyFindings,
} from "../shared/findings";
import { textTooLong } from "../shared/messages";

type AfterTheCall = { findings?: Finding[]; successWords?: string };

/** Checks the settings, and returns them as they are stored. Empty ones are not stored. */
export function validFindings({
  findings: given = [],
  successWords = "",
}: AfterTheCall): AfterTheCall {
  const findings = tidyFindings(given);
  const objection = problemWithFindings(findings);
  if (objection !== null) throw userError("invalid_input", objection.says);
  const words = successWords.trim();
  if (words.length > FINDING_LIMITS.successWords) {
    throw userError("invalid_input", textTooLong("success", FINDING_LIMITS.successWords));
  }
  return {
    findings: findings.length === 0 ? undefined : findings,
    successWords: words === "" ? undefined : words,
  };
}
