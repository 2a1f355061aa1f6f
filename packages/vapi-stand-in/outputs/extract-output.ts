/**
 * Extracts the values that a schema describes from a call, without a language model: by the type, the format and the
 * words of each description. Values that it does not find are left out.
 */
import { summaryOf } from "../calls/analysis.ts";
import type { CallMessage, OutputSchema } from "../store/resources.ts";
import { assistantSaid } from "./assistant-said.ts";
import {
  dateIn,
  emailIn,
  nameAtStart,
  nameIn,
  numbersIn,
  phoneIn,
  wordsIn,
  yesOrNoIn,
} from "./parse-speech.ts";

export interface Conversation {
  messages: CallMessage[];
  /** The visitor's questions without an answer. */
  unanswered: string[];
  /** How many of the visitor's turns got an answer with content. */
  answeredTurns: number;
  nowMs: number;
}

/** A turn, and what the other side said before it. */
interface Turn {
  text: string;
  before: string;
}

/** Whose words have the values: the visitor's, or the assistant's if the assistant is to be judged. */
export type Speaker = "user" | "bot";

export function extractOutput(
  schema: OutputSchema,
  conversation: Conversation,
  speaker: Speaker = "user",
): unknown {
  const turns = turnsIn(conversation.messages, speaker);
  return valueOf(schema, { ...conversation, turns, speaker });
}

type ConversationTurns = Conversation & { turns: Turn[]; speaker: Speaker };

function turnsIn(messages: CallMessage[], speaker: Speaker): Turn[] {
  const other = speaker === "user" ? "bot" : "user";
  return messages.flatMap(({ role, message }, at) => {
    if (role !== speaker) return [];
    const before = messages.slice(0, at).findLast((one) => one.role === other)?.message ?? "";
    return [{ text: message, before }];
  });
}

function valueOf(schema: OutputSchema, conversation: ConversationTurns): unknown {
  const { type, description = "", enum: values, format } = schema;
  switch (type) {
    case "object":
      return objectOf(schema, conversation);
    case "array":
      return /question/i.test(description) ? conversation.unanswered : [];
    case "boolean":
      if (conversation.speaker === "bot") {
        return assistantSaid(description, conversation.turns.map(({ text }) => text).join("\n"));
      }
      if (/\bsuccess/i.test(description)) return conversation.answeredTurns > 0;
      return conversation.turns.length === 0
        ? undefined
        : booleanOf(description, conversation.turns);
    case "number":
    case "integer":
      return numberOf(description, conversation.turns);
    case "string":
      if (values !== undefined) return oneOf(values.map(String), conversation.turns);
      return stringOf(description, format, conversation);
    default:
      return undefined;
  }
}

function objectOf(
  { properties = {} }: OutputSchema,
  conversation: ConversationTurns,
): Record<string, unknown> {
  const entries = Object.entries(properties).flatMap(([name, schema]) => {
    const value = valueOf(schema, conversation);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function stringOf(
  description: string,
  format: string | undefined,
  conversation: ConversationTurns,
): string | undefined {
  const { turns, nowMs } = conversation;
  if (format === "email") return firstIn(turns, ({ text }) => emailIn(text));
  if (format === "date") return firstIn(turns.toReversed(), ({ text }) => dateIn(text, nowMs));
  if (/\bsummary\b/i.test(description)) return summaryOf(conversation.messages);
  if (/language/i.test(description)) return turns.length === 0 ? undefined : RECOGNIZED_LANGUAGE;
  if (/phone|telephone|number to call/i.test(description)) {
    return firstIn(turns, ({ text }) => phoneIn(text));
  }
  if (/\bname\b/i.test(description)) {
    return (
      firstIn(turns, ({ text }) => nameIn(text)) ??
      firstIn(turnsAnswering(description, turns), ({ text }) => nameAtStart(text))
    );
  }
  return turnsAnswering(description, turns)[0]?.text ?? findWish(description, turns);
}

/** The only language of the recognizer. */
const RECOGNIZED_LANGUAGE = "en";

const WISH =
  /\b(?:i would like|i'd like|i want|i need|i am looking for|can i have|could i have|i'll have)\b/i;

function findWish(description: string, turns: Turn[]): string | undefined {
  if (!/order|wish|request|reason|message|want|concern/i.test(description)) return undefined;
  return turns.find(({ text }) => WISH.test(text))?.text;
}

function numberOf(description: string, turns: Turn[]): number | undefined {
  const keywords = keywordsOf(description);
  const counted = turns
    .flatMap(({ text }) => numbersIn(text))
    .find(({ next }) => keywords.some((word) => isSameWord(word, next)));
  return counted?.value ?? numbersIn(turnsAnswering(description, turns)[0]?.text ?? "")[0]?.value;
}

function booleanOf(description: string, turns: Turn[]): boolean | undefined {
  const answer = firstIn(turnsAnswering(description, turns), ({ text }) => yesOrNoIn(text));
  if (answer !== undefined) return answer;
  const keywords = keywordsOf(description);
  const mention = turns.find(({ text }) =>
    keywords.every((word) => wordsIn(text).some((one) => isSameWord(word, one))),
  );
  return mention === undefined || keywords.length === 0
    ? undefined
    : yesOrNoIn(mention.text) !== false;
}

const MOODS: Record<string, RegExp> = {
  negative:
    /\b(?:terrible|awful|useless|angry|annoyed|complain\w*|unacceptable|disappointed|ridiculous)\b/i,
  positive: /\b(?:thanks|thank you|great|perfect|wonderful|lovely|excellent|brilliant)\b/i,
};

/** The value that was mentioned last. Moods are recognized by typical words. */
function oneOf(values: string[], turns: Turn[]): string | undefined {
  if (["positive", "negative"].every((mood) => values.includes(mood))) {
    const felt = turns
      .toReversed()
      .flatMap(({ text }) => values.filter((value) => MOODS[value]?.test(text)));
    return felt[0] ?? values.find((value) => value === "neutral");
  }
  const said = turns.toReversed().map((turn) => wordsIn(turn.text).join(" ").replaceAll("-", " "));
  return said.flatMap((text) => values.filter((value) => containsWords(text, value)))[0];
}

function containsWords(text: string, value: string): boolean {
  return ` ${text} `.includes(` ${wordsIn(value).join(" ").replaceAll("-", " ")} `);
}

/** The turns that answer the other side's question for it. */
function turnsAnswering(description: string, turns: Turn[]): Turn[] {
  const keywords = keywordsOf(description);
  return turns.filter(({ before }) => {
    const question = before.split(/(?<=[.!])\s+/).findLast((sentence) => sentence.includes("?"));
    const words = wordsIn(question ?? "");
    return (
      keywords.length > 0 && keywords.every((word) => words.some((one) => isSameWord(word, one)))
    );
  });
}

const EMPTY = new Set("a an the of or and for to in on your you is as with from by it".split(" "));

function keywordsOf(description: string): string[] {
  const [subject = ""] = description.split(",");
  return wordsIn(subject).filter((word) => !EMPTY.has(word));
}

/** Compares singular and plural as the same word. */
function isSameWord(one: string, other: string): boolean {
  return one.replace(/s$/, "") === other.replace(/s$/, "");
}

function firstIn<T, Found>(items: T[], find: (item: T) => Found | null): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return undefined;
}
