/** Plans three months of calls from a seed: who calls when, about what, and how the owner followed up. */
import { HOUR_MS } from "./calendar.ts";
import { localTimeIn } from "./local-time.ts";
import { randomFrom } from "./seeded-random.ts";
import type { Random } from "./seeded-random.ts";
import { followUpAfter } from "./follow-up.ts";
import { randomCaller } from "./people.ts";
import { estimatedTiming } from "./planned-call.ts";
import type { PlannedCall } from "./planned-call.ts";
import { shortConversation, UNHEARD_REASON, UNJOINED_REASON } from "./short-calls.ts";
import { parseLines } from "./conversation.ts";
import type { Business, Line, CallContext, Subject, Conversation } from "./conversation.ts";

/** Calls begin early enough to end within their hour. */
const LATEST_SECOND = 3_300;
const MAX_LOAD = 2;
const ROUNDS = 14;
/** A new business has fewer callers than a known one. */
const INITIAL_SHARE = 0.35;
/** Shares of all calls. */
const SHORT_SHARE = 0.08;
const FAILED_SHARE = 0.025;
const UNJOINED_SHARE = 0.02;
const SIDE_QUESTION_CHANCE = 0.9;
const SECOND_QUESTION_CHANCE = 0.75;

export interface Quarter {
  businesses: readonly Business[];
  fromMs: number;
  untilMs: number;
  timeZone: string;
  /** About how many minutes of calls are planned from a time on. */
  target: { fromMs: number; minutes: number };
}

/** Returns the calls, oldest first. */
export function plannedCalls(quarter: Quarter): PlannedCall[] {
  const hours = openHours(quarter);
  // Finds the load that reaches the target, by bisection.
  let [least, most] = [0, MAX_LOAD];
  for (let round = 0; round < ROUNDS; round++) {
    const load = (least + most) / 2;
    const minutes = minutesFrom(callsAt(load, hours), quarter.target.fromMs);
    if (minutes < quarter.target.minutes) least = load;
    else most = load;
  }
  return callsAt(least, hours).sort((a, b) => a.createdAtMs - b.createdAtMs);
}

export function minutesFrom(calls: PlannedCall[], fromMs: number): number {
  const within = calls.filter(({ createdAtMs }) => createdAtMs >= fromMs);
  return within.reduce((sum, { timing }) => sum + timing.seconds, 0) / 60;
}

/** An hour of a business, in which calls may come. */
interface OpenHour {
  /** Number of calls at normal load. */
  expected: number;
  share: number;
  call: (index: number) => PlannedCall;
}

function openHours({ businesses, fromMs, untilMs, target, timeZone }: Quarter): OpenHour[] {
  const toLocalTime = localTimeIn(timeZone);
  const open: OpenHour[] = [];
  const firstHour = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
  for (let hourMs = firstHour; hourMs + HOUR_MS <= untilMs; hourMs += HOUR_MS) {
    const at = toLocalTime(hourMs);
    const growth = Math.min(1, (hourMs - fromMs) / (target.fromMs - fromMs));
    const known = INITIAL_SHARE + (1 - INITIAL_SHARE) * growth;
    for (const business of businesses) {
      const expected = known * usualCalls(business, at);
      if (expected === 0) continue;
      const key = `${business.id} ${at.toISOString()}`;
      const made = new Map<number, PlannedCall>();
      const call = (index: number) => {
        const known = made.get(index) ?? planCall(business, { key, index, hourMs, at, untilMs });
        made.set(index, known);
        return known;
      };
      open.push({ expected, share: randomFrom(key).share(), call });
    }
  }
  return open;
}

function callsAt(load: number, hours: OpenHour[]): PlannedCall[] {
  return hours.flatMap(({ expected, share, call }) => {
    const calls = load * expected;
    const count = Math.floor(calls) + (share < calls % 1 ? 1 : 0);
    return Array.from({ length: count }, (_, index) => call(index));
  });
}

/** Usual number of calls in that hour of the week and month of the year. */
function usualCalls({ callsByWeekday, hours, months }: Business, at: Date): number {
  const all = hours.reduce((sum, share) => sum + share, 0);
  const ofDay = callsByWeekday[at.getUTCDay()] ?? 0;
  const ofHour = hours[at.getUTCHours()] ?? 0;
  return (ofDay * (months?.[at.getUTCMonth()] ?? 1) * ofHour) / all;
}

interface Slot {
  key: string;
  index: number;
  hourMs: number;
  at: Date;
  untilMs: number;
}

function planCall(business: Business, { key, index, hourMs, at, untilMs }: Slot): PlannedCall {
  const random = randomFrom(`call ${index} ${key}`);
  const createdAtMs = hourMs + random.between(0, LATEST_SECOND) * 1000;
  const conversation = conversationFor(business, { random, caller: randomCaller(random), at });
  return {
    business: business.id,
    platformCallId: randomCallId(random),
    ...{ createdAtMs, conversation, timing: estimatedTiming(conversation, random) },
    handled: followUpAfter(untilMs - createdAtMs, random),
  };
}

function conversationFor(business: Business, moment: CallContext): Conversation {
  const share = moment.random.share();
  const subject = pickSubject(business.subjects, moment.random);
  const conversation = subject.conversation(moment);
  const hello = conversation.lines.slice(0, 1);
  if (share < UNJOINED_SHARE) return { lines: [], summary: "", endedReason: UNJOINED_REASON };
  if (share < UNJOINED_SHARE + FAILED_SHARE) {
    const summary = "The visitor could not be heard.";
    return { lines: hello, summary, endedReason: UNHEARD_REASON, isSuccessful: false };
  }
  if (share < UNJOINED_SHARE + FAILED_SHARE + SHORT_SHARE)
    return shortConversation(moment, hello[0]?.text ?? "");
  // Before the caller's last line.
  const last = conversation.lines.findLastIndex(({ role }) => role === "user");
  const lines = conversation.lines.toSpliced(
    last,
    0,
    ...pickSideQuestions(business, moment.random),
  );
  return { ...conversation, lines };
}

function pickSideQuestions({ sideQuestions }: Business, random: Random): Line[] {
  if (!random.chance(SIDE_QUESTION_CHANCE)) return [];
  const [first, second] = [random.pick(sideQuestions), random.pick(sideQuestions)];
  return random.chance(SECOND_QUESTION_CHANCE) && first !== second
    ? parseLines(`${first}\n${second}`)
    : parseLines(first);
}

function pickSubject(subjects: readonly [Subject, ...Subject[]], random: Random): Subject {
  let left = random.share() * subjects.reduce((sum, { weight }) => sum + weight, 0);
  return subjects.find(({ weight }) => (left -= weight) < 0) ?? subjects[0];
}

/** An ID in the voice platform's format. */
function randomCallId(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join("");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");
}
