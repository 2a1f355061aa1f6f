/** Questions that are asked again at night: as rehearsals, and what came of them. */
import type { NightlyFinding } from "../notifications/mail/table";
import { MAX_LINE_LENGTH } from "../shared/rehearsals";
import { beginningOf } from "../shared/wellFormed";
import type { ReadItem } from "./scenario";
import type { RehearsalContent } from "./table";

/** Of an earlier answer, which the new one is compared with. */
const MAX_COMPARED_LENGTH = 300;

export interface AskedAgain {
  question: string;
  /** Null if there is none to compare with. */
  before: string | null;
}

/** `hours` is the week in words. Null for an assistant without opening hours. */
export function rehearsalOf(
  { question, before }: AskedAgain,
  hours: string | null,
): RehearsalContent {
  return {
    situation: `“${question}”`,
    must: [
      `answers this: ${question}`,
      ...(before === null
        ? []
        : [`says the same in substance as: ${beginningOf(before, MAX_COMPARED_LENGTH)}`]),
    ],
    mustNot: hours === null ? [] : [`contradicts these opening hours: ${hours}`],
    isCondition: false,
  };
}

export interface Outcome {
  /** Null if the question is not answered. */
  answer: string | null;
  finding: NightlyFinding | null;
}

/** Null if the platform could not say. An answer that is the same in substance keeps its earlier words. */
export function outcomeOf({ question, before }: AskedAgain, item: ReadItem): Outcome | null {
  const [answers, same] = item.checks.filter(({ kind }) => kind === "must");
  const now = answerIn(item);
  if (answers?.isMet == null) return null;
  if (!answers.isMet || now === "") {
    const finding = { kind: "vanished" as const, question, before, now: now || null };
    return { answer: null, finding: before === null ? null : finding };
  }
  if (same?.isMet === null) return null;
  const isSame = same?.isMet === true;
  const answer = isSame && before !== null ? before : now;
  const isContradiction = item.checks.some(
    ({ kind, isMet }) => kind === "mustNot" && isMet === false,
  );
  if (isContradiction) return { answer, finding: { kind: "contradicts", question, before, now } };
  if (isSame || before === null) return { answer, finding: null };
  return { answer, finding: { kind: "changed", question, before, now } };
}

/** What was said after the question, without the greeting. */
function answerIn({ lines }: ReadItem): string {
  const asked = lines.findIndex(({ role }) => role === "user");
  const said = lines.filter(({ role }, at) => role === "assistant" && at > asked);
  return asked === -1
    ? ""
    : beginningOf(said.map(({ text }) => text).join(" "), MAX_LINE_LENGTH).trim();
}
