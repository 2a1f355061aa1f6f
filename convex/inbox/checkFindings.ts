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
  findings: submitted = [],
  successWords = "",
}: AfterTheCall): AfterTheCall {
  const findings = tidyFindings(submitted);
  const problem = problemWithFindings(findings);
  if (problem !== null) throw userError("invalid_input", problem.says);
  const words = successWords.trim();
  if (words.length > FINDING_LIMITS.successWords) {
    throw userError("invalid_input", textTooLong("success", FINDING_LIMITS.successWords));
  }
  return {
    findings: findings.length === 0 ? undefined : findings,
    successWords: words === "" ? undefined : words,
  };
}
