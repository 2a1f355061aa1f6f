/** The questions that visitors ask an assistant most, from their own words. */
import type { CallMessage } from "../calls/table";
import { alikeAmong, groupAlike } from "../shared/similarQuestions";
import {
  MAX_ASKED_QUESTIONS,
  MAX_QUESTION_LENGTH,
  withoutQuotationMarks,
} from "../shared/rehearsals";

/** Those of one conversation that count, so that one visitor cannot fill the list. */
const MAX_PER_CONVERSATION = 10;
const QUESTION = /[^.!?？؟。！\n]+[?？؟]/gu;
/** An email address, or six digits and more: a phone number, an order, a date of birth. */
const PERSONAL = /\S@\S|\d(?:[\s().\-/]*\d){5}/u;
const UNSPACED = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u;

/** The sentences of a visitor that end with a question mark, without those that may name a person. */
export function questionsIn(messages: CallMessage[]): string[] {
  const found = messages
    .filter(({ role, text }) => role === "user" && !PERSONAL.test(text))
    .flatMap(({ text }) => text.match(QUESTION) ?? [])
    .map((question) => withoutQuotationMarks(question).replaceAll(/\s+/g, " ").trim())
    .filter((question) => question.length <= MAX_QUESTION_LENGTH && hasWords(question));
  return [...new Set(found)].slice(0, MAX_PER_CONVERSATION);
}

/** "Hello?" asks nothing. */
function hasWords(question: string): boolean {
  return question.includes(" ") || UNSPACED.test(question);
}

/**
 * The ten that most conversations have, and of these the newest. A question that was known before keeps its wording, so
 * that its answers can be compared. `conversations` has the questions of each conversation, the newest first.
 */
export function mostAsked(conversations: string[][], known: string[]): string[] {
  const asked = conversations.flatMap((questions, conversation) =>
    questions.map((question) => ({ question, conversation })),
  );
  const wordingOf = alikeAmong(known, (question) => question);
  const chosen = groupAlike(asked, ({ question }) => question)
    .map((group) => ({
      question: group[0]?.question ?? "",
      newest: group[0]?.conversation ?? 0,
      askers: new Set(group.map(({ conversation }) => conversation)).size,
    }))
    .sort((one, other) => other.askers - one.askers || one.newest - other.newest)
    .map(({ question }) => wordingOf(question) ?? question);
  return [...new Set(chosen)].slice(0, MAX_ASKED_QUESTIONS);
}
