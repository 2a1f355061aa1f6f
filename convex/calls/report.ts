import { parseOutcome } from "../inbox/parseOutcome";
import { type Fields, fieldsOf } from "../lib/fields";
import { beginningOf, wellFormed } from "../shared/wellFormed";
import { MICROS_PER_DOLLAR } from "./bounds";
import { isSuccessful } from "./successEvaluation";
import type { CallMessage, CallReport } from "./table";

/** Characters. A document holds a megabyte; half an hour of talk has some thirty thousand. */
const LONGEST_TRANSCRIPT = 100_000;
const LONGEST_SUMMARY = 10_000;
/** Each takes some fifty bytes beside its words. Who says one thing after the other says a thousand. */
const MOST_MESSAGES = 1_500;

/**
 * What the platform says of a call that is over: the same fields in an end-of-call report and in the
 * call itself. Null as long as it has no end.
 */
export function readReport(source: Fields): CallReport | null {
  const artifact = fieldsOf(source.artifact);
  const analysis = fieldsOf(source.analysis);
  const endedAtMs = timeOf(source.endedAt);
  if (endedAtMs === null) return null;
  const { outcome, verdict } = parseOutcome(artifact);
  return {
    startedAtMs: timeOf(source.startedAt),
    endedAtMs,
    endedReason: textOf(source.endedReason),
    costMicros: costOf(source.cost),
    summary: verdict?.summary ?? beginningIn(analysis.summary, LONGEST_SUMMARY),
    isSuccessful: verdict?.isSuccessful ?? judgedInAnalysis(outcome, analysis.successEvaluation),
    transcript: beginningIn(artifact.transcript, LONGEST_TRANSCRIPT),
    messages: messagesOf(artifact.messages),
    hasRecording: hasRecording(artifact),
    outcome,
  };
}

/**
 * The platform's older analysis judges by its own standard. It counts only where what we asked for came without a
 * verdict, as for calls that began before we asked: what is still to come is better.
 */
function judgedInAnalysis(outcome: CallReport["outcome"], evaluation: unknown): boolean | null {
  return outcome === null ? null : isSuccessful(evaluation);
}

function messagesOf(messages: unknown): CallMessage[] {
  if (!Array.isArray(messages)) return [];
  const said = messages
    .map((message) => fieldsOf(message))
    .flatMap(({ role, message, secondsFromStart }): CallMessage[] => {
      const text = textOf(message);
      if (text === null) return [];
      const words = { text, ...secondsField(secondsFromStart) };
      if (role === "user") return [{ role: "user", ...words }];
      return role === "bot" || role === "assistant" ? [{ role: "assistant", ...words }] : [];
    });
  let length = 0;
  const end = said.findIndex(({ text }) => (length += text.length) > LONGEST_TRANSCRIPT);
  return said.slice(0, Math.min(end === -1 ? said.length : end, MOST_MESSAGES));
}

function secondsField(seconds: unknown): { secondsFromStart?: number } {
  return typeof seconds === "number" && seconds >= 0 ? { secondsFromStart: seconds } : {};
}

function hasRecording({ presignedMonoUrl, recordingUrl, recording }: Fields): boolean {
  if ([presignedMonoUrl, recordingUrl].some((url) => typeof url === "string")) return true;
  return Object.values(fieldsOf(fieldsOf(recording).mono)).some((url) => typeof url === "string");
}

function costOf(dollars: unknown): number {
  const isCost = typeof dollars === "number" && Number.isFinite(dollars) && dollars >= 0;
  return isCost ? Math.round(dollars * MICROS_PER_DOLLAR) : 0;
}

function timeOf(iso: unknown): number | null {
  const ms = typeof iso === "string" ? Date.parse(iso) : NaN;
  return Number.isNaN(ms) ? null : ms;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? wellFormed(value) : null;
}

function beginningIn(value: unknown, length: number): string | null {
  const text = textOf(value);
  return text === null ? null : beginningOf(text, length);
}
