/**
 * What a call's words say of what a schema asks for, without a language model: by the type, the format and the
 * words of each description. What it does not find it leaves out.
 */
import { summaryOf } from "../calls/analysis.ts";
import type { CallMessage, OutputSchema } from "../store/resources.ts";
import {
  dateIn,
  emailIn,
  nameAtStart,
  nameIn,
  numbersIn,
  phoneIn,
  wordsIn,
  yesOrNoIn,
} from "./spoken.ts";

export interface Conversation {
  messages: CallMessage[];
  /** What the visitor asked and the assistant had no answer to. */
  unanswered: string[];
  /** How many of the visitor's turns got an answer with content. */
  answeredTurns: number;
  nowMs: number;
}

/** Something that the visitor said, and what the assistant had said before it. */
interface Turn {
  said: string;
  before: string;
}

export function readOutput(schema: OutputSchema, conversation: Conversation): unknown {
  return valueOf(schema, { ...conversation, turns: turnsIn(conversation.messages) });
}

type Heard = Conversation & { turns: Turn[] };

function turnsIn(messages: CallMessage[]): Turn[] {
  return messages.flatMap(({ role, message }, at) => {
    if (role !== "user") return [];
    const before = messages.slice(0, at).findLast((one) => one.role === "bot")?.message ?? "";
    return [{ said: message, before }];
  });
}

function valueOf(schema: OutputSchema, heard: Heard): unknown {
  const { type, description = "", enum: values, format } = schema;
  switch (type) {
    case "object":
      return objectOf(schema, heard);
    case "array":
      return /question/i.test(description) ? heard.unanswered : [];
    case "boolean":
      if (/\bsuccess/i.test(description)) return heard.answeredTurns > 0;
      return heard.turns.length === 0 ? undefined : booleanOf(description, heard.turns);
    case "number":
    case "integer":
      return numberOf(description, heard.turns);
    case "string":
      if (values !== undefined) return oneOf(values.map(String), heard.turns);
      return stringOf(description, format, heard);
    default:
      return undefined;
  }
}

function objectOf({ properties = {} }: OutputSchema, heard: Heard): Record<string, unknown> {
  const entries = Object.entries(properties).flatMap(([name, schema]) => {
    const value = valueOf(schema, heard);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function stringOf(
  description: string,
  format: string | undefined,
  heard: Heard,
): string | undefined {
  const { turns, nowMs } = heard;
  if (format === "email") return firstIn(turns, ({ said }) => emailIn(said));
  if (format === "date") return firstIn(turns.toReversed(), ({ said }) => dateIn(said, nowMs));
  if (/\bsummary\b/i.test(description)) return summaryOf(heard.messages);
  if (/language/i.test(description)) return turns.length === 0 ? undefined : RECOGNIZED_LANGUAGE;
  if (/phone|telephone|number to call/i.test(description)) {
    return firstIn(turns, ({ said }) => phoneIn(said));
  }
  if (/\bname\b/i.test(description)) {
    return (
      firstIn(turns, ({ said }) => nameIn(said)) ??
      firstIn(askedFor(description, turns), ({ said }) => nameAtStart(said))
    );
  }
  return askedFor(description, turns)[0]?.said ?? wishIn(description, turns);
}

/** The recognizer knows no other. */
const RECOGNIZED_LANGUAGE = "en";

const WISH =
  /\b(?:i would like|i'd like|i want|i need|i am looking for|can i have|could i have|i'll have)\b/i;

function wishIn(description: string, turns: Turn[]): string | undefined {
  if (!/order|wish|request|reason|message|want|concern/i.test(description)) return undefined;
  return turns.find(({ said }) => WISH.test(said))?.said;
}

function numberOf(description: string, turns: Turn[]): number | undefined {
  const asked = keywordsOf(description);
  const counted = turns
    .flatMap(({ said }) => numbersIn(said))
    .find(({ next }) => asked.some((word) => isLike(word, next)));
  return counted?.value ?? numbersIn(askedFor(description, turns)[0]?.said ?? "")[0]?.value;
}

function booleanOf(description: string, turns: Turn[]): boolean | undefined {
  const answer = firstIn(askedFor(description, turns), ({ said }) => yesOrNoIn(said));
  if (answer !== undefined) return answer;
  const asked = keywordsOf(description);
  const mention = turns.find(({ said }) =>
    asked.every((word) => wordsIn(said).some((one) => isLike(word, one))),
  );
  return mention === undefined || asked.length === 0
    ? undefined
    : yesOrNoIn(mention.said) !== false;
}

const MOODS: Record<string, RegExp> = {
  negative:
    /\b(?:terrible|awful|useless|angry|annoyed|complain\w*|unacceptable|disappointed|ridiculous)\b/i,
  positive: /\b(?:thanks|thank you|great|perfect|wonderful|lovely|excellent|brilliant)\b/i,
};

/** The last that was said of them; of moods by what people say in them. */
function oneOf(values: string[], turns: Turn[]): string | undefined {
  if (["positive", "negative"].every((mood) => values.includes(mood))) {
    const felt = turns
      .toReversed()
      .flatMap(({ said }) => values.filter((value) => MOODS[value]?.test(said)));
    return felt[0] ?? values.find((value) => value === "neutral");
  }
  const said = turns.toReversed().map((turn) => wordsIn(turn.said).join(" ").replaceAll("-", " "));
  return said.flatMap((text) => values.filter((value) => has(text, value)))[0];
}

function has(text: string, value: string): boolean {
  return ` ${text} `.includes(` ${wordsIn(value).join(" ").replaceAll("-", " ")} `);
}

/** The turns in which the assistant had just asked for it. */
function askedFor(description: string, turns: Turn[]): Turn[] {
  const asked = keywordsOf(description);
  return turns.filter(({ before }) => {
    const question = before.split(/(?<=[.!])\s+/).findLast((sentence) => sentence.includes("?"));
    const words = wordsIn(question ?? "");
    return asked.length > 0 && asked.every((word) => words.some((one) => isLike(word, one)));
  });
}

const EMPTY = new Set("a an the of or and for to in on your you is as with from by it".split(" "));

function keywordsOf(description: string): string[] {
  const [what = ""] = description.split(",");
  return wordsIn(what).filter((word) => !EMPTY.has(word));
}

/** The same word, whichever its number. */
function isLike(one: string, other: string): boolean {
  return one.replace(/s$/, "") === other.replace(/s$/, "");
}

function firstIn<T, Found>(items: T[], find: (item: T) => Found | null): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return undefined;
}
