/** A quarter of a year of calls, drawn from a seed: who calls when, about what, and how its owner dealt with it. */
import { HOUR_MS } from "./calendar.ts";
import { clockFaceIn } from "./clock-face.ts";
import { drawFrom } from "./draw.ts";
import type { Draw } from "./draw.ts";
import { handledAfter } from "./handling.ts";
import { someone } from "./people.ts";
import { estimatedTiming } from "./planned-call.ts";
import type { PlannedCall } from "./planned-call.ts";
import { shortTalk, UNHEARD_REASON, UNJOINED_REASON } from "./short-calls.ts";
import { said } from "./talk.ts";
import type { Business, Line, Moment, Subject, Talk } from "./talk.ts";

/** What begins in an hour is over in it. */
const LATEST_SECOND = 3_300;
const MAX_BUSY = 2;
const ROUNDS = 14;
/** Who begins has fewer callers than who is known. */
const SHARE_AT_FIRST = 0.35;
/** Of all calls. */
const SHORT = 0.08;
const FAILED = 0.025;
const UNJOINED = 0.02;
const WITH_ASIDE = 0.9;
const WITH_ANOTHER = 0.75;

export interface Quarter {
  businesses: readonly Business[];
  fromMs: number;
  untilMs: number;
  timeZone: string;
  /** From when on so many minutes are to be talked: about that many. */
  target: { fromMs: number; minutes: number };
}

/** The oldest first. */
export function plannedCalls(quarter: Quarter): PlannedCall[] {
  const hours = openHours(quarter);
  // How busy it has to be for the target, found by halving.
  let [least, most] = [0, MAX_BUSY];
  for (let round = 0; round < ROUNDS; round++) {
    const busy = (least + most) / 2;
    const minutes = minutesFrom(callsAt(busy, hours), quarter.target.fromMs);
    if (minutes < quarter.target.minutes) least = busy;
    else most = busy;
  }
  return callsAt(least, hours).sort((a, b) => a.mintedAtMs - b.mintedAtMs);
}

export function minutesFrom(calls: PlannedCall[], fromMs: number): number {
  const within = calls.filter(({ mintedAtMs }) => mintedAtMs >= fromMs);
  return within.reduce((sum, { timing }) => sum + timing.seconds, 0) / 60;
}

/** An hour of a business, in which calls may come. */
interface OpenHour {
  /** If it is as busy as usual. */
  expected: number;
  share: number;
  call: (index: number) => PlannedCall;
}

function openHours({ businesses, fromMs, untilMs, target, timeZone }: Quarter): OpenHour[] {
  const face = clockFaceIn(timeZone);
  const open: OpenHour[] = [];
  const firstHour = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
  for (let hourMs = firstHour; hourMs + HOUR_MS <= untilMs; hourMs += HOUR_MS) {
    const at = face(hourMs);
    const growth = Math.min(1, (hourMs - fromMs) / (target.fromMs - fromMs));
    const known = SHARE_AT_FIRST + (1 - SHARE_AT_FIRST) * growth;
    for (const business of businesses) {
      const expected = known * usual(business, at);
      if (expected === 0) continue;
      const key = `${business.id} ${at.toISOString()}`;
      const made = new Map<number, PlannedCall>();
      const call = (index: number) => {
        const known = made.get(index) ?? callIn(business, { key, index, hourMs, at, untilMs });
        made.set(index, known);
        return known;
      };
      open.push({ expected, share: drawFrom(key).share(), call });
    }
  }
  return open;
}

function callsAt(busy: number, hours: OpenHour[]): PlannedCall[] {
  return hours.flatMap(({ expected, share, call }) => {
    const calls = busy * expected;
    const count = Math.floor(calls) + (share < calls % 1 ? 1 : 0);
    return Array.from({ length: count }, (_, index) => call(index));
  });
}

/** Calls in that hour of the week and of the year. */
function usual({ callsByWeekday, hours, months }: Business, at: Date): number {
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

function callIn(business: Business, { key, index, hourMs, at, untilMs }: Slot): PlannedCall {
  const draw = drawFrom(`call ${index} ${key}`);
  const mintedAtMs = hourMs + draw.between(0, LATEST_SECOND) * 1000;
  const talk = talkOf(business, { draw, who: someone(draw), at });
  return {
    business: business.id,
    platformCallId: idFrom(draw),
    ...{ mintedAtMs, talk, timing: estimatedTiming(talk, draw) },
    handled: handledAfter(untilMs - mintedAtMs, draw),
  };
}

function talkOf(business: Business, moment: Moment): Talk {
  const share = moment.draw.share();
  const subject = subjectOf(business.subjects, moment.draw);
  const talk = subject.talk(moment);
  const hello = talk.lines.slice(0, 1);
  if (share < UNJOINED) return { lines: [], summary: "", endedReason: UNJOINED_REASON };
  if (share < UNJOINED + FAILED) {
    const summary = "Nothing was heard of the visitor.";
    return { lines: hello, summary, endedReason: UNHEARD_REASON, isSuccessful: false };
  }
  if (share < UNJOINED + FAILED + SHORT) return shortTalk(moment, hello[0]?.text ?? "");
  // Before the last words of whoever calls.
  const last = talk.lines.findLastIndex(({ role }) => role === "user");
  const lines = talk.lines.toSpliced(last, 0, ...asidesOf(business, moment.draw));
  return { ...talk, lines };
}

function asidesOf({ asides }: Business, draw: Draw): Line[] {
  if (!draw.isLucky(WITH_ASIDE)) return [];
  const [one, other] = [draw.one(asides), draw.one(asides)];
  return draw.isLucky(WITH_ANOTHER) && one !== other ? said(`${one}\n${other}`) : said(one);
}

function subjectOf(subjects: readonly [Subject, ...Subject[]], draw: Draw): Subject {
  let left = draw.share() * subjects.reduce((sum, { weight }) => sum + weight, 0);
  return subjects.find(({ weight }) => (left -= weight) < 0) ?? subjects[0];
}

/** In the form of the platform's own. */
function idFrom(draw: Draw): string {
  const digits = Array.from({ length: 32 }, () => draw.between(0, 15).toString(16)).join("");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");
}
