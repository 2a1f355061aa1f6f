/** Summarizes and evaluates a call from its messages. */
import { sentencesOf } from "../answers/sentences.ts";
import type { Analysis, CallMessage } from "../store/resources.ts";

export interface AnalyzedCall {
  messages: CallMessage[];
  /** How many of the visitor's turns got an answer with content. */
  answeredTurns: number;
  /** Calls with fewer spoken messages are not analyzed. */
  minMessages: number;
}

const MAX_QUESTIONS = 3;

/** Empty for a call with too few messages, as at Vapi. */
export function analyze({ messages, answeredTurns, minMessages }: AnalyzedCall): Analysis {
  const spokenMessages = messages.filter(({ role }) => role !== "system");
  if (spokenMessages.length < minMessages) return {};
  return { summary: summaryOf(messages), successEvaluation: String(answeredTurns > 0) };
}

export function summaryOf(messages: CallMessage[]): string {
  const spokenMessages = messages.filter(({ role }) => role !== "system");
  const questions = spokenMessages
    .filter(({ role }) => role === "user")
    .map(({ message }) => message);
  const answer = spokenMessages.findLast(({ role }, index) => role === "bot" && index > 0)?.message;
  if (questions.length === 0) return "The visitor said nothing.";
  const quoted = questions.slice(0, MAX_QUESTIONS).map((question) => `“${question}”`);
  const more =
    questions.length > MAX_QUESTIONS ? ` and ${questions.length - MAX_QUESTIONS} more times` : "";
  const asked = `The visitor said ${quoted.join(", ")}${more}.`;
  const [first] = answer === undefined ? [] : sentencesOf(answer);
  return first === undefined ? asked : `${asked} The assistant's last answer began: “${first}”`;
}
