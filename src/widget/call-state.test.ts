import { expect, test } from "vitest";
import { IDLE, nextState, type CallEvent, type CallState } from "./call-state";

const connecting: CallState = { ...IDLE, phase: "connecting", attempt: 3 };
const active: CallState = { ...connecting, phase: "active" };
const stopped: CallState = { ...IDLE, attempt: 3 };

const NOTICE = { version: "v1", language: "en", text: "Recorded.", words: "OK?", link: null };
const asking: CallState = { ...stopped, asks: NOTICE };

const TRANSITIONS: [name: string, CallState, CallEvent, CallState][] = [
  ["a press while idle connects", stopped, { type: "press" }, { ...connecting, attempt: 4 }],
  ["a press while connecting stops", connecting, { type: "press" }, stopped],
  ["a press while active stops", active, { type: "press" }, stopped],
  [
    "a press clears what failed",
    { ...IDLE, failure: "No." },
    { type: "press" },
    { ...connecting, attempt: 1 },
  ],
  ["a stop while active stops", active, { type: "stop" }, stopped],
  [
    "a stop while idle keeps what failed",
    { ...IDLE, failure: "No." },
    { type: "stop" },
    { ...IDLE, failure: "No." },
  ],
  [
    "what is to be agreed to is asked while idle",
    { ...stopped, failure: "No." },
    { type: "asked", attempt: 3, asks: NOTICE },
    asking,
  ],
  ["and instead of connecting", connecting, { type: "asked", attempt: 3, asks: NOTICE }, asking],
  [
    "what an older call is asked changes nothing",
    active,
    { type: "asked", attempt: 2, asks: NOTICE },
    active,
  ],
  ["a press agrees and connects", asking, { type: "press" }, { ...connecting, attempt: 4 }],
  ["a stop puts it aside", asking, { type: "stop" }, stopped],
  ["joining makes it active", connecting, { type: "joined", attempt: 3 }, active],
  ["an end while active is an end", active, { type: "ended", attempt: 3 }, stopped],
  ["an end while connecting is an end", connecting, { type: "ended", attempt: 3 }, stopped],
  [
    "a failure is told",
    connecting,
    { type: "failed", attempt: 3, text: "No." },
    { ...stopped, failure: "No." },
  ],
  [
    "a notice leaves the call alone",
    active,
    { type: "noticed", attempt: 3, text: "Quiet." },
    { ...active, notice: "Quiet." },
  ],
  [
    "an end takes the notice along",
    { ...active, notice: "Quiet." },
    { type: "ended", attempt: 3 },
    stopped,
  ],
];

test.each(TRANSITIONS)("%s", (_name, state, event, expected) => {
  expect(nextState(state, event)).toEqual(expected);
});

const LATE: CallEvent[] = [
  { type: "joined", attempt: 2 },
  { type: "ended", attempt: 2 },
  { type: "failed", attempt: 2, text: "No." },
  { type: "noticed", attempt: 2, text: "Quiet." },
];

test.each(LATE)("what an older call reports changes nothing: $type", (event) => {
  expect(nextState(active, event)).toBe(active);
  expect(nextState(connecting, event)).toBe(connecting);
});

test.each(LATE)("after the end nothing of the call itself counts: $type", (event) => {
  expect(nextState(stopped, { ...event, attempt: 3 } as CallEvent)).toBe(stopped);
});
