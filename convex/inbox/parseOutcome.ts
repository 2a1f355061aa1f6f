/** Parses the outcome of a call that the voice platform reports. Every value is checked. */
import { type Fields, fieldsOf, isFields } from "../lib/fields";
import { type Finding, FINDING_LIMITS, findingKey, MAX_FINDINGS } from "../shared/findings";
import { beginningOf, wellFormed } from "../shared/wellFormed";
import { isOurOutput } from "./structuredOutput";
import { type Found, MOODS, type ReportedOutcome, type StoredDetail } from "./table";

type Value = Found["value"];

/** In characters. */
const MAX_VALUE_LENGTH = 1_000;
const MAX_QUESTION_LENGTH = 300;
const MAX_QUESTIONS = 20;
/** More than the assistant asks for now, because its findings may have changed since the call. */
const MAX_FOUND = 2 * MAX_FINDINGS;
const MAX_SUMMARY_LENGTH = 10_000;
const NOTHING: ReportedOutcome = { found: [], unanswered: [], mood: null, language: null };

/** The call's summary, and whether it was a success. */
export interface Verdict {
  summary: string | null;
  isSuccessful: boolean | null;
}

/** Both are null until the platform has analysed the call, which can take longer than its report. */
export function parseOutcome(artifact: Fields): {
  outcome: ReportedOutcome | null;
  verdict: Verdict | null;
} {
  const outputs = [artifact.structuredOutputs, artifact.skippedStructuredOutputs]
    .flatMap((named) => Object.values(fieldsOf(named)))
    .map(fieldsOf)
    .filter(({ name }) => isOurOutput(name));
  if (outputs.length === 0) return { outcome: null, verdict: null };
  // Without a result, the platform could not find anything out, or the conversation was too short.
  const result = outputs.map((output) => output.result).find(isFields);
  if (result === undefined) return { outcome: NOTHING, verdict: null };
  const { summary, success } = result;
  const isSuccessful = typeof success === "boolean" ? success : null;
  const verdict = { summary: textOf(summary, MAX_SUMMARY_LENGTH), isSuccessful };
  return { outcome: read(result), verdict };
}

function read({ found, unanswered, mood, language }: Fields): ReportedOutcome {
  return {
    found: Object.entries(fieldsOf(found))
      .flatMap(([key, value]) => {
        const plain = plainOf(value);
        return plain === null || key.length > FINDING_LIMITS.label ? [] : [{ key, value: plain }];
      })
      .slice(0, MAX_FOUND),
    unanswered: (Array.isArray(unanswered) ? unanswered : [])
      .flatMap((question) => textOf(question, MAX_QUESTION_LENGTH) ?? [])
      .slice(0, MAX_QUESTIONS),
    mood: MOODS.find((known) => known === mood) ?? null,
    language: typeof language === "string" && /^[a-z]{2}$/.test(language) ? language : null,
  };
}

function plainOf(value: unknown): NonNullable<Value> | null {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return textOf(value, MAX_VALUE_LENGTH);
}

function textOf(value: unknown, length: number): string | null {
  const text = typeof value === "string" ? beginningOf(wellFormed(value.trim()), length) : "";
  return text === "" ? null : text;
}

/** What a visitor wrote by hand counts more than what the platform heard, and what was only noted fills gaps. */
export function withDetails(
  reported: ReportedOutcome["found"],
  details: StoredDetail[] = [],
): ReportedOutcome["found"] {
  const byHand = details.filter(({ isByHand }) => isByHand === true);
  const heard = reported.filter(({ key }) => !byHand.some((detail) => detail.key === key));
  const noted = details.filter(({ key }) => !heard.some((one) => one.key === key));
  return [...heard, ...noted.map(({ key, value }) => ({ key, value }))];
}

/** Combines the assistant's findings with the reported values. Values of removed findings keep their key as label. */
export function foundOf(findings: Finding[], reported: ReportedOutcome["found"]): Found[] {
  const values = new Map(reported.map(({ key, value }) => [key, value]));
  const current = findings.map((finding) => {
    const key = findingKey(finding.label);
    const { label, kind, isRequired } = finding;
    return { key, label, kind, isRequired, value: valueAs(finding, values.get(key)) };
  });
  const currentKeys = new Set(current.map(({ key }) => key));
  const others = reported
    .filter(({ key }) => !currentKeys.has(key))
    .map(({ key, value }): Found => ({
      key,
      label: key.replaceAll("_", " "),
      kind: "text",
      isRequired: false,
      value: String(value),
    }));
  return [...current, ...others];
}

/** The value in the finding's form. Null if it does not fit. */
export function valueAs({ kind, choices = [] }: Finding, value: Value = null): Value {
  if (value === null) return null;
  const text = String(value);
  switch (kind) {
    case "number":
      return Number.isFinite(Number(text)) ? Number(text) : null;
    case "yesNo":
      return typeof value === "boolean" ? value : yesOrNo(text);
    case "choice":
      return choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? null;
    case "email":
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : null;
    case "phone":
      return /\d.*\d.*\d/.test(text) ? text : null;
    case "date":
    case "text":
      return text;
  }
}

function yesOrNo(text: string): boolean | null {
  if (/^(?:yes|true)$/i.test(text)) return true;
  return /^(?:no|false)$/i.test(text) ? false : null;
}
