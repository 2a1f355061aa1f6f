/**
 * How an assistant tells a visitor what it is for, taken from its prompt without a language model. Owners
 * write goals as they like: only wordings that are sure to go on after "I am here" are used.
 */
import { sentencesOf } from "./sentences.ts";

const LONGEST_PURPOSE_CHARACTERS = 160;

/** "to …" or "for …", as it follows on "I am here"; null when the prompt says nothing that would. */
export function purposeOf(systemPrompt: string): string | null {
  for (const goal of goalsIn(systemPrompt)) {
    const purpose = asPurpose(goal);
    if (purpose !== null) return purpose;
  }
  return null;
}

const AIM = "(?:goal|purpose|job|task|mission)";
const OF_CALL = "(?: (?:of|in|for|during) (?:this|the|each|every|any) [a-z]+)?";
const HEADING = new RegExp(`^(?:your |the )?(?:main |primary )?${AIM}${OF_CALL} ?:(.*)$`, "i");
const SENTENCE = new RegExp(`\\byour (?:main |primary )?${AIM}${OF_CALL} is (.+)$`, "i");
const HELPING = /\byou (help [a-z].*)$/i;

/** What the prompt calls the goal, the plainest statement first. */
function goalsIn(systemPrompt: string): string[] {
  const lines = systemPrompt.split("\n").map(withoutMark);
  const under = (index: number) => lines.slice(index + 1).find((line) => line !== "") ?? "";
  const headed = lines.flatMap((line, index) => {
    const goal = HEADING.exec(line)?.[1]?.trim();
    return goal === undefined ? [] : [goal === "" ? under(index) : withoutMark(goal)];
  });
  const told = [SENTENCE, HELPING].flatMap((pattern) =>
    lines.flatMap((line) => pattern.exec(line)?.[1] ?? []),
  );
  return [...headed, ...told];
}

/** Without the mark of a heading or of an item in a list. */
function withoutMark(line: string): string {
  return line.trim().replace(/^(?:[#*>•-]+|\d{1,2}[.)])\s*/, "");
}

function asPurpose(goal: string): string | null {
  const [sentence = ""] = sentencesOf(goal);
  const text = sentence.replace(/^(?:please |to )+/i, "").replace(/[.!]+$/, "");
  if (text.length > LONGEST_PURPOSE_CHARACTERS || !PLAIN.test(text)) return null;
  const [first = "", second = "", ...others] = text.toLowerCase().split(" ");
  if (second === "" || [first, second, ...others].some(isAwkward)) return null;
  const rest = text.slice(first.length);
  if (VERBS.has(first)) return `to ${first}${rest}`;
  if (VERBS_OR_NOUNS.has(first) && isObject(first, second)) return `to ${first}${rest}`;
  if (GERUNDS.has(first) && isObject("", second)) return `for ${first}${rest}`;
  return SERVICE.test(text) ? `for ${first}${rest}` : null;
}

// Words and what stands within a sentence; a question or a heading ends in something else.
const PLAIN = /^[\p{L}\d][\p{L}\d ,'’&%$€£/-]*[\p{L}\d%]$/u;

// Who is meant by these changes when the assistant says them, or what follows is an order rather than a goal.
const AWKWARD = new Set(
  (
    "you your yours yourself you're i i'm me my mine myself never always don't don’t not no must " +
    "should shall if when unless until then otherwise but because"
  ).split(" "),
);

function isAwkward(word: string): boolean {
  return AWKWARD.has(word.replace(/,$/, ""));
}

// What is a verb in the first place of an English sentence, whatever comes after it.
const VERBS = new Set(
  (
    "accept advise arrange ask assist collect convert convince describe determine discover educate " +
    "encourage engage ensure entertain explain find gather generate get give greet handle identify " +
    "improve increase inform introduce keep learn make persuade prepare prevent promote provide " +
    "qualify recommend reduce register remind resolve sell serve share solve suggest take teach tell " +
    "troubleshoot understand upsell welcome"
  ).split(" "),
);

// "Help visitors" is a goal, a "help desk" is not.
const VERBS_OR_NOUNS = new Set(
  (
    "answer book check confirm contact guide help offer order plan present process reserve schedule " +
    "show support tour train transfer walk"
  ).split(" "),
);

const GERUNDS = new Set(
  (
    "advising answering arranging assisting booking collecting explaining finding gathering giving " +
    "greeting guiding handling helping informing introducing presenting promoting providing qualifying " +
    "recommending reserving resolving scheduling selling serving showing solving suggesting supporting " +
    "taking teaching telling welcoming"
  ).split(" "),
);

const OBJECTS = new Set(
  (
    "a an the this these those all any every each some our their its his her them people everyone " +
    "anyone someone visitors customers callers users guests clients patients members students shoppers " +
    "buyers owners questions"
  ).split(" "),
);
const BOOKED = new Set(
  "appointments tables rooms meetings demos consultations tours viewings visits lessons sessions".split(
    " ",
  ),
);

function isObject(verb: string, word: string): boolean {
  if (word === "questions") return verb === "answer" || verb === "";
  return OBJECTS.has(word) || (verb !== "answer" && BOOKED.has(word));
}

const SERVICE =
  /^(?:(?:customer|client|technical|product|sales|general|billing|booking|patient|guest|member|student|travel|account|first-line) )+(?:support|information|advice|help|assistance|guidance|questions|bookings|appointments|inquiries|enquiries|consultations)(?: (?:about|for|on|with|regarding|at) [^,]+)?$/i;
