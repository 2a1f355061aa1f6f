import { parseOutcome } from "../inbox/parseOutcome";
import { type Fields, fieldsOf } from "../lib/fields";
import { TYPED_MARK } from "../shared/typedMark";
import { beginningOf, wellFormed } from "../shared/wellFormed";
import { MICROS_PER_DOLLAR } from "./bounds";
import { lookupsIn } from "./lookups";
import { isSuccessful } from "./successEvaluation";
import type { CallMessage, CallReport } from "./table";

/** In characters. A document holds a megabyte, and half an hour of conversation has about 30,000 characters. */
const MAX_TRANSCRIPT_LENGTH = 100_000;
const MAX_SUMMARY_LENGTH = 10_000;
/** A message takes about fifty bytes besides its text. The longest call has about a thousand. */
const MAX_MESSAGES = 1_500;

/**
 * Reads the platform's report of an ended call. An end-of-call report and the call itself have the same fields. Null if the
 * call has not ended.
 */
export function readReport(source: Fields): CallReport | null {
  const artifact = fieldsOf(source.artifact);
  const analysis = fieldsOf(source.analysis);
  const endedAtMs = timeOf(source.endedAt);
  if (endedAtMs === null) return null;
  const { outcome, verdict } = parseOutcome(artifact);
  const lookups = lookupsIn(artifact.messages);
  return {
    startedAtMs: timeOf(source.startedAt),
    endedAtMs,
    endedReason: textOf(source.endedReason),
    costMicros: costOf(source.cost),
    summary: unmarked(verdict?.summary ?? beginningIn(analysis.summary, MAX_SUMMARY_LENGTH)),
    isSuccessful: verdict?.isSuccessful ?? verdictOfAnalysis(outcome, analysis.successEvaluation),
    transcript: unmarked(beginningIn(artifact.transcript, MAX_TRANSCRIPT_LENGTH)),
    messages: messagesOf(artifact.messages),
    ...(lookups.length === 0 ? {} : { lookups }),
    hasRecording: hasRecording(artifact),
    outcome,
  };
}

/**
 * The platform's older analysis has its own idea of success. We use it only if our structured output came without a
 * verdict, as for calls from before we requested one. If the output is still missing, we wait for it.
 */
function verdictOfAnalysis(outcome: CallReport["outcome"], evaluation: unknown): boolean | null {
  return outcome === null ? null : isSuccessful(evaluation);
}

function messagesOf(messages: unknown): CallMessage[] {
  if (!Array.isArray(messages)) return [];
  const parsed = messages
    .map((message) => fieldsOf(message))
    .flatMap(({ role, message, secondsFromStart }): CallMessage[] => {
      const text = textOf(message);
      if (text === null) return [];
      const words = { text, ...secondsField(secondsFromStart) };
      if (role === "user") return [{ role: "user", ...words, ...typedText(text) }];
      return role === "bot" || role === "assistant" ? [{ role: "assistant", ...words }] : [];
    });
  let length = 0;
  const end = parsed.findIndex(({ text }) => (length += text.length) > MAX_TRANSCRIPT_LENGTH);
  return parsed.slice(0, Math.min(end === -1 ? parsed.length : end, MAX_MESSAGES));
}

function unmarked(text: string | null): string | null {
  return text?.replaceAll(TYPED_MARK, "") ?? null;
}

function typedText(text: string): Pick<CallMessage, "text" | "isTyped"> {
  if (!text.startsWith(TYPED_MARK)) return { text };
  return { text: text.slice(TYPED_MARK.length), isTyped: true };
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
