/** Finds the answers in a reply: after the numbers of the questions, or below the quoted questions. */
import { linesOfReply, type ReplyLine } from "./ownWords";

export interface NumberedAnswer {
  /** Of the question, from 1. */
  number: number;
  text: string;
}

/** More than an answer can have, so that one that is too long is refused for it. */
const MAX_LENGTH = 5_000;

/** "1:", "1.", "1)", "(1)" or "Question 1:", but neither "1:30" nor "1.50". */
const NUMBER = /^(?:question\s+|answer\s+)?[(#]?([1-9])\s*(?:[:)](?!\d)|\.(?=\s|$))[):]?\s*(.*)$/i;

/** `asked` has the lines by which the mail asked, in the order of their numbers. */
export function answersIn(text: string, asked: readonly string[]): NumberedAnswer[] {
  const lines = linesOfReply(text);
  const answers = numberedAnswers(lines, asked);
  if (answers.length > 0 || asked.length !== 1) return answers;
  const whole = wholeReply(lines);
  return whole === "" ? [] : [{ number: 1, text: whole }];
}

function numberedAnswers(lines: ReplyLine[], asked: readonly string[]): NumberedAnswer[] {
  const found = new Map<number, string[]>();
  let current: number | null = null;
  /** Whether the lines that follow may continue a quoted question. */
  let isInQuestion = false;

  for (const line of lines) {
    if (line.kind === "break") {
      current = null;
      continue;
    }
    const text = line.text.trim();
    if (text === "") {
      if (line.kind === "own" && current !== null) found.get(current)?.push("");
      continue;
    }
    const [, digit, rest = ""] = NUMBER.exec(text) ?? [];
    const number = digit === undefined ? null : numberAmong(Number(digit), asked, found);
    if (line.kind === "quoted") {
      const continues =
        isInQuestion && current !== null && isPartOf(text, asked[current - 1] ?? "");
      if (number !== null) current = number;
      else if (!continues) current = null;
      isInQuestion = current !== null;
      continue;
    }
    isInQuestion = false;
    if (number !== null) {
      current = number;
      found.set(number, rest === "" ? [] : [rest]);
    } else if (current !== null) {
      found.set(current, [...(found.get(current) ?? []), text]);
    }
  }
  return [...found]
    .map(([number, parts]) => ({ number, text: joined(parts) }))
    .filter(({ text }) => text !== "")
    .sort((one, other) => one.number - other.number);
}

/** Null if there is no such question, or it has an answer already: then the number belongs to a list in an answer. */
function numberAmong(
  number: number,
  asked: readonly string[],
  found: Map<number, string[]>,
): number | null {
  if (number > asked.length) return null;
  return joined(found.get(number) ?? []) === "" ? number : null;
}

function isPartOf(text: string, question: string): boolean {
  return question.includes(text.replaceAll(/\s+/g, " "));
}

/** What stands above the quoted mail. If nothing does, what stands below it. */
function wholeReply(lines: ReplyLine[]): string {
  const end = lines.findIndex(({ kind }) => kind !== "own");
  const above = ownTexts(end === -1 ? lines : lines.slice(0, end));
  return above === "" ? ownTexts(lines) : above;
}

function ownTexts(lines: ReplyLine[]): string {
  return joined(
    lines.flatMap((line) => {
      // A number alone is no answer.
      const isAnswer = line.kind === "own" && NUMBER.exec(line.text)?.[2] !== "";
      return isAnswer ? [line.text] : [];
    }),
  );
}

function joined(parts: string[]): string {
  return parts.join("\n").trim().slice(0, MAX_LENGTH);
}
