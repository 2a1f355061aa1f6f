import { userError } from "../lib/userError";
import { type Finding, FINDING_LIMITS, objectionTo, tidied } from "../shared/findings";
import { textTooLong } from "../shared/messages";

type AfterTheCall = { findings?: Finding[]; successWords?: string };

/** As they are kept. What is not there, or empty, is nothing that is kept. */
export function checkedFindings({
  findings: given = [],
  successWords = "",
}: AfterTheCall): AfterTheCall {
  const findings = tidied(given);
  const objection = objectionTo(findings);
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
