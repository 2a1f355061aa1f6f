/** What the voice platform says that a call left behind. Nothing of it is believed before it is looked at. */
import { type Fields, fieldsOf, isFields } from "../lib/fields";
import { type Finding, FINDING_LIMITS, findingKey, MAX_FINDINGS } from "../shared/findings";
import { beginningOf, wellFormed } from "../shared/wellFormed";
import { OUTPUT_NAME } from "./structuredOutput";
import { type Found, MOODS, type ReportedOutcome } from "./table";

type Value = Found["value"];

/** Characters. */
const LONGEST_VALUE = 1_000;
const LONGEST_QUESTION = 300;
const MOST_QUESTIONS = 20;
/** More than are asked for: what was asked for when the call was made may have been other things. */
const MOST_FOUND = 2 * MAX_FINDINGS;
const LONGEST_SUMMARY = 10_000;
const NOTHING: ReportedOutcome = { found: [], unanswered: [], mood: null, language: null };

/** What a call was about, and whether it was a success. */
export interface Verdict {
  summary: string | null;
  isSuccessful: boolean | null;
}

/** Both are null as long as the platform has not said it: its analysis may come after its report. */
export function parseOutcome(artifact: Fields): {
  outcome: ReportedOutcome | null;
  verdict: Verdict | null;
} {
  const outputs = [artifact.structuredOutputs, artifact.skippedStructuredOutputs]
    .flatMap((named) => Object.values(fieldsOf(named)))
    .map(fieldsOf)
    .filter(({ name }) => name === OUTPUT_NAME);
  if (outputs.length === 0) return { outcome: null, verdict: null };
  // Without a result the platform could not tell, or too little was said.
  const result = outputs.map((output) => output.result).find(isFields);
  if (result === undefined) return { outcome: NOTHING, verdict: null };
  const { summary, success } = result;
  const isSuccessful = typeof success === "boolean" ? success : null;
  const verdict = { summary: textOf(summary, LONGEST_SUMMARY), isSuccessful };
  return { outcome: read(result), verdict };
}

function read({ found, unanswered, mood, language }: Fields): ReportedOutcome {
  return {
    found: Object.entries(fieldsOf(found))
      .flatMap(([key, value]) => {
        const plain = plainOf(value);
        return plain === null || key.length > FINDING_LIMITS.label ? [] : [{ key, value: plain }];
      })
      .slice(0, MOST_FOUND),
    unanswered: (Array.isArray(unanswered) ? unanswered : [])
      .flatMap((question) => textOf(question, LONGEST_QUESTION) ?? [])
      .slice(0, MOST_QUESTIONS),
    mood: MOODS.find((known) => known === mood) ?? null,
    language: typeof language === "string" && /^[a-z]{2}$/.test(language) ? language : null,
  };
}

function plainOf(value: unknown): NonNullable<Value> | null {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return textOf(value, LONGEST_VALUE);
}

function textOf(value: unknown, length: number): string | null {
  const text = typeof value === "string" ? beginningOf(wellFormed(value.trim()), length) : "";
  return text === "" ? null : text;
}

/** What was asked for beside what was found. What is asked for no longer keeps the name that it had. */
export function foundOf(findings: Finding[], told: ReportedOutcome["found"]): Found[] {
  const values = new Map(told.map(({ key, value }) => [key, value]));
  const asked = findings.map((finding) => {
    const key = findingKey(finding.label);
    const { label, kind, isRequired } = finding;
    return { key, label, kind, isRequired, value: valueAs(finding, values.get(key)) };
  });
  const known = new Set(asked.map(({ key }) => key));
  const others = told
    .filter(({ key }) => !known.has(key))
    .map(({ key, value }): Found => ({
      key,
      label: key.replaceAll("_", " "),
      kind: "text",
      isRequired: false,
      value: String(value),
    }));
  return [...asked, ...others];
}

/** In the form in which it was asked for; what does not fit it was not found. */
function valueAs({ kind, choices = [] }: Finding, value: Value = null): Value {
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
