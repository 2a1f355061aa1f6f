/**
 * Parses spoken English as a recognizer writes it: lower case, no punctuation, numbers as words.
 * Typed text is parsed the same way. Nothing is guessed: the result is null if it is not clearly there.
 */
const ONES = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
  "sixteen seventeen eighteen nineteen"
).split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS = (
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth " +
  "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
).split(" ");
const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

const FEWEST_PHONE_DIGITS = 5;
const DAY_MS = 24 * 3_600_000;

export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}@.+'’-]*[\p{L}\p{N}]/gu) ?? [];
}

/** The number that begins here, and its count of words. */
function numberAt(words: string[], at: number): { value: number; length: number } | null {
  const word = words[at] ?? "";
  if (/^\d+(?:\.\d+)?$/.test(word)) return { value: Number(word), length: 1 };
  const [first = "", ...more] = word.split("-");
  const tens = TENS.indexOf(first);
  if (tens === -1) {
    const ones = ONES.indexOf(word);
    if (ones === -1) return null;
    const isHundred = words[at + 1] === "hundred";
    return isHundred ? { value: ones * 100, length: 2 } : { value: ones, length: 1 };
  }
  const value = (tens + 2) * 10;
  const hyphened = ONES.indexOf(more[0] ?? "");
  if (hyphened > 0) return { value: value + hyphened, length: 1 };
  const ones = ONES.indexOf(words[at + 1] ?? "");
  return ones > 0 && ones < 10 ? { value: value + ones, length: 2 } : { value, length: 1 };
}

export function numbersIn(text: string): { value: number; next: string }[] {
  const words = wordsIn(text);
  const found: { value: number; next: string }[] = [];
  for (let at = 0; at < words.length;) {
    const number = numberAt(words, at);
    if (number !== null) found.push({ value: number.value, next: words[at + number.length] ?? "" });
    at += number?.length ?? 1;
  }
  return found;
}

/** Digits one by one, "double five" and typed ones. */
export function phoneIn(text: string): string | null {
  const typed = /\+?\d[\d ()/-]{3,}\d/.exec(text)?.[0].replaceAll(/[^\d+]/g, "");
  if (typed !== undefined && typed.replace("+", "").length >= FEWEST_PHONE_DIGITS) return typed;
  let digits = "";
  let times = 1;
  for (const word of [...wordsIn(text), ""]) {
    const digit = word === "oh" ? 0 : ONES.slice(0, 10).indexOf(word);
    if (digit !== -1) {
      digits += String(digit).repeat(times);
      times = 1;
    } else if (word === "double" || word === "triple") times = word === "double" ? 2 : 3;
    else if (word === "plus" && digits === "") digits = "+";
    else {
      if (digits.replace("+", "").length >= FEWEST_PHONE_DIGITS) return digits;
      digits = "";
      times = 1;
    }
  }
  return null;
}

export function emailIn(text: string): string | null {
  const typed = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0];
  if (typed !== undefined) return typed.toLowerCase();
  const words = wordsIn(text);
  const at = words.indexOf("at", 1);
  if (at === -1) return null;
  const domain = joinedFrom(words.slice(at + 1), 1);
  const local = joinedFrom(words.slice(0, at).toReversed(), -1);
  return local === "" || !domain.includes(".") ? null : `${local}@${domain}`;
}

const SIGNS: Record<string, string> = {
  dot: ".",
  dash: "-",
  hyphen: "-",
  underscore: "_",
  plus: "+",
};

/** Words joined by spoken signs, as in "ada dot byron". Other words are not part of it. */
function joinedFrom(words: string[], direction: 1 | -1): string {
  const parts: string[] = words.slice(0, 1);
  for (let at = 1; at + 1 < words.length; at += 2) {
    const sign = SIGNS[words[at] ?? ""];
    if (sign === undefined) break;
    parts.push(sign, words[at + 1] ?? "");
  }
  return (direction === 1 ? parts : parts.toReversed()).join("");
}

/** As an ISO date; a weekday is the next one after that moment, and a day of a month the next such day. */
export function dateIn(text: string, nowMs: number): string | null {
  const typed = /\b\d{4}-\d{2}-\d{2}\b/.exec(text)?.[0];
  if (typed !== undefined) return typed;
  const words = wordsIn(text);
  if (words.includes("tomorrow")) return isoDay(nowMs + DAY_MS);
  if (words.includes("today") || words.includes("tonight")) return isoDay(nowMs);
  return dayOfMonthIn(words, nowMs) ?? weekdayIn(words, nowMs);
}

function weekdayIn(words: string[], nowMs: number): string | null {
  const weekday = words
    .map((word) => WEEKDAYS.indexOf(word.replace(/s$/, "")))
    .find((day) => day !== -1);
  if (weekday === undefined) return null;
  const ahead = (weekday - new Date(nowMs).getUTCDay() + 7) % 7;
  return isoDay(nowMs + (ahead === 0 ? 7 : ahead) * DAY_MS);
}

function dayOfMonthIn(words: string[], nowMs: number): string | null {
  for (const [at, word] of words.entries()) {
    const month = MONTHS.indexOf(word);
    if (month === -1) continue;
    const before = words[at - 1] === "of" ? at - 2 : at - 1;
    const day =
      dayEndingAt(words, before) ?? dayEndingAt(words, at + 1) ?? dayEndingAt(words, at + 2);
    if (day !== null) return nextSuchDay(month, day, nowMs);
  }
  return null;
}

/** "fifth", "twenty first", "5th", "5". */
function dayEndingAt(words: string[], at: number): number | null {
  const word = words[at] ?? "";
  const typed = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1];
  if (typed !== undefined) return Number(typed);
  const ordinal = ORDINALS.indexOf(word) + 1;
  const tens = TENS.indexOf(words[at - 1] ?? "");
  if (ordinal > 0) return ordinal < 10 && tens !== -1 ? (tens + 2) * 10 + ordinal : ordinal;
  if (word === "thirtieth") return 30;
  return null;
}

function nextSuchDay(month: number, day: number, nowMs: number): string | null {
  const now = new Date(nowMs);
  for (const year of [now.getUTCFullYear(), now.getUTCFullYear() + 1]) {
    const ms = Date.UTC(year, month, day);
    if (new Date(ms).getUTCMonth() !== month) return null;
    if (ms + DAY_MS > nowMs) return isoDay(ms);
  }
  return null;
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

const NAMING = /\b(?:my name is|my name's|this is|i am called|the name is|it is|it's)\s+(.+)$/i;
const MAX_NAME_WORDS = 3;
/** Words that end a name, or are not names. */
const NO_NAME = new Set(
  (
    "a an the and but i i'd i'm my your please from calling here speaking with for to in on at of not so " +
    "about that this it is was will would can could yes no thank thanks good fine okay"
  ).split(" "),
);

/** The words after "my name is", capitalized. */
export function nameIn(text: string): string | null {
  const after = NAMING.exec(text)?.[1];
  return after === undefined ? null : nameAtStart(after);
}

/** A reply that is only a name. */
export function nameAtStart(text: string): string | null {
  const words = wordsIn(text);
  const end = words.findIndex((word) => NO_NAME.has(word) || /\d/.test(word));
  const name = words.slice(0, end === -1 ? words.length : end).slice(0, MAX_NAME_WORDS);
  return name.length === 0 ? null : name.map(capital).join(" ");
}

function capital(word: string): string {
  return word.replaceAll(
    /(^|-)(\p{L})/gu,
    (_whole, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

const YES = new Set("yes yeah yep sure please certainly absolutely correct right".split(" "));
const NO = new Set("no nope not don't never".split(" "));

export function yesOrNoIn(text: string): boolean | null {
  const words = wordsIn(text);
  if (words.some((word) => NO.has(word))) return false;
  return words.some((word) => YES.has(word)) ? true : null;
}
