/**
 * Chooses a function tool by words, in place of a model that understands them, and says what became of it. The visitor's wish
 * shares words with the tool's description, and contains the values.
 */
import type { FunctionTool } from "../store/resources.ts";
import type { ChatMessage } from "./language-model.ts";
import { saidTime, TIME } from "./said-time.ts";
import { stemsOf } from "./word-stems.ts";

export interface CalledFunction {
  tool: FunctionTool;
  arguments: Record<string, unknown>;
  /** What is said after the tool's result. */
  after: (result: string) => string;
}

/** One word in common is a coincidence. */
const MIN_SHARED_WORDS = 2;
const CHECK = "Is that right?";
/** Without marks. */
const YES =
  /^(?:yes|yes please|(?:yes )?that is right|right|correct|ja(?: das stimmt| dat klopt| det stämmer| det er korrekt)?|oui(?: c'est exact)?|sí(?: es correcto)?|sì(?: è corretto)?|sim(?: está correto)?|tak(?: zgadza się)?|evet(?: doğru)?|はい(?:その通りです)?)$/i;
/** A value may follow one of these words: "for two people on Friday". */
const BEFORE_VALUE = /\b(?:for|on|at|to|under|number|named|called)\s+/i;
export const EMAIL = /[^\s,;:<>]+@[^\s,;:<>]*[^\s,;:<>.!?]/;
/** A parameter takes one if its description has one as an example. */
const INSTANT = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z/;
const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Null if no tool fits, or a required value is missing. After a yes to its own question, the same call is made again. */
export function chooseByWish(
  messages: ChatMessage[],
  tools: FunctionTool[],
): CalledFunction | null {
  const said = messages.filter(({ role }) => role === "user").map(({ content }) => content);
  const isAsked = messages.at(-2)?.content.endsWith(CHECK) === true;
  const isConfirmed = isAsked && isYes(said.at(-1) ?? "");
  const wish = isConfirmed ? said.findLast((words) => !isYes(words)) : said.at(-1);
  if (wish === undefined) return null;
  const before = messages.filter(({ role }) => role === "assistant").map(({ content }) => content);
  for (const tool of byLikeness(wish, tools)) {
    const given = valuesIn(wish, tool, before);
    if (given !== null) return { tool, arguments: given, after: (result) => sayOf(given, result) };
  }
  return null;
}

function isYes(words: string): boolean {
  return YES.test(words.replace(/^\[\w+\] /, "").replaceAll(/[.,!。、]/g, ""));
}

function byLikeness(wish: string, tools: FunctionTool[]): FunctionTool[] {
  const words = new Set(stemsOf(wish));
  return tools
    .map((tool) => {
      const { name, description = "", parameters } = tool.function;
      const options = Object.values(parameters?.properties ?? {}).flatMap((one) => one.enum ?? []);
      const about = [name.replaceAll(/[_-]/g, " "), description, ...options].join(" ");
      const stems = new Set(stemsOf(about));
      return { tool, shared: [...words].filter((word) => stems.has(word)).length };
    })
    .filter(({ shared }) => shared >= MIN_SHARED_WORDS)
    .toSorted((one, other) => other.shared - one.shared)
    .map(({ tool }) => tool);
}

/** Values by name, as in "guests: two", by what they look like, and the other required ones in their order. */
function valuesIn(
  wish: string,
  tool: FunctionTool,
  before: readonly string[],
): Record<string, unknown> | null {
  const { properties = {}, required = [] } = tool.function.parameters ?? {};
  const given: Record<string, unknown> = {};
  let rest = wish;
  for (const [name, property] of Object.entries(properties)) {
    const likely = likelyValue(name, property, { wish, before });
    if (likely === null) continue;
    given[name] = likely.value;
    rest = rest.replace(likely.words, "");
  }
  const [, ...parts] = rest.split(BEFORE_VALUE);
  const unnamed = parts
    .map((part) => part.replace(/[\s,.!?]+(?:and|please)?[\s,.!?]*$/i, ""))
    .filter((part) => part !== "");
  for (const [name, { type, description = "" }] of Object.entries(properties)) {
    if (given[name] !== undefined || INSTANT.test(description)) continue;
    const named = new RegExp(`\\b${name}(?::| is)\\s*([^,;.!?]+)`, "i").exec(wish)?.[1]?.trim();
    const at = unnamed.findIndex((part) => type !== "number" || numberIn(part) !== null);
    const isTaken = named === undefined && at >= 0 && required.includes(name);
    const words = isTaken ? unnamed.splice(at, 1)[0] : named;
    if (words !== undefined && words !== "") given[name] = ofType(type, words);
  }
  return required.every((name) => given[name] !== undefined) ? given : null;
}

/** An email address, an instant, the wish itself, or one of the values that the parameter may have. Null if the parameter takes none of them, or none is said. */
function likelyValue(
  name: string,
  { description = "", enum: options = [] }: { description?: string; enum?: readonly string[] },
  { wish, before }: { wish: string; before: readonly string[] },
): { value: string; words: string | RegExp } | null {
  if (name === "wish" || name === "question") return { value: wish, words: "" };
  const meant = optionIn(wish, options);
  if (meant !== null) return { value: meant, words: "" };
  const pattern = name === "email" ? EMAIL : INSTANT;
  if (pattern === INSTANT && !INSTANT.test(description)) return null;
  const words = pattern.exec(wish)?.[0];
  if (words !== undefined) return { value: words, words };
  const value = pattern === INSTANT ? saidTime(wish, before) : null;
  return value === null ? null : { value, words: TIME };
}

/** The one with the most words in common with the wish. */
export function optionIn(wish: string, options: readonly string[]): string | null {
  const said = new Set(stemsOf(wish));
  const found = options
    .map((option) => ({ option, shared: stemsOf(option).filter((word) => said.has(word)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared);
  return found[0]?.option ?? null;
}

export function ofType(type: string, words: string): unknown {
  if (type === "number") return numberIn(words) ?? words;
  return type === "boolean" ? !/^no\b/i.test(words) : words;
}

function numberIn(words: string): number | null {
  const digits = /\d+(?:\.\d+)?/.exec(words)?.[0];
  if (digits !== undefined) return Number(digits);
  const at = NUMBERS.findIndex((number) => words.toLowerCase().split(/\W+/).includes(number));
  return at < 0 ? null : at;
}

/** Asks if the result says that it is not done yet. Otherwise says what the result quotes, or its beginning. */
function sayOf(given: Record<string, unknown>, result: string): string {
  if (/^not done yet\b/i.test(result)) {
    const values = Object.entries(given).map(([name, value]) => `${name}: ${String(value)}`);
    return `${values.join(", ")}. ${CHECK}`;
  }
  const isDone = !/^(?:not done|it did not work)\b/i.test(result);
  const quoted = /"(?:[^"\\]|\\.)*"/.exec(result)?.[0];
  if (isDone && quoted !== undefined) return String(JSON.parse(quoted));
  return /^[^.]*\./.exec(result)?.[0] ?? result;
}
