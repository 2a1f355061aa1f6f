import { expect, test } from "vitest";
import type { ConsentNotice } from "./assistant";
import { afterEvent, type CallEvent } from "./call-event";
import { afterPress, IDLE, phaseOf, type CallState, type Press } from "./call-state";
import type { Message } from "./message";

const MESSAGE: Message = { kind: "code", code: "offline" };
const NOTICE: ConsentNotice = {
  ...{ version: "v1", language: "en", text: "Recorded.", words: "OK?", link: null },
};
const failed: CallState = { kind: "failed", message: MESSAGE };
const consent: CallState = { kind: "consent", notice: NOTICE };
const connecting: CallState = { kind: "connecting", warning: null };
const active: CallState = { kind: "active", warning: null };
const warned: CallState = { kind: "active", warning: "not_heard" };

function nextState(state: CallState, change: CallEvent | Press): CallState {
  return change === "press" || change === "stop"
    ? afterPress(state, change)
    : afterEvent(state, change);
}

const TRANSITIONS: [title: string, CallState, CallEvent | Press, CallState][] = [
  ["a press while idle connects", IDLE, "press", connecting],
  ["a press while connecting stops", connecting, "press", IDLE],
  ["a press while active stops", active, "press", IDLE],
  ["a press after a failure connects", failed, "press", connecting],
  ["a press agrees to the notice and connects", consent, "press", connecting],
  ["a stop while active stops", active, "stop", IDLE],
  ["a stop after a failure keeps the message", failed, "stop", failed],
  ["a stop puts the notice aside", consent, "stop", IDLE],
  [
    "a notice takes the place of the call",
    connecting,
    { kind: "consentNeeded", notice: NOTICE },
    consent,
  ],
  ["joining makes the call active", connecting, { kind: "joined" }, active],
  ["the end of an active call is idle", active, { kind: "ended" }, IDLE],
  ["the end of a call that connects is idle", connecting, { kind: "ended" }, IDLE],
  ["a failure keeps its message", connecting, { kind: "failed", message: MESSAGE }, failed],
  ["a warning leaves the call active", active, { kind: "warned", code: "not_heard" }, warned],
  ["a warning can be withdrawn", warned, { kind: "warned", code: null }, active],
  ["the end of the call ends the warning", warned, { kind: "ended" }, IDLE],
];

test.each(TRANSITIONS)("%s", (_title, state, event, expected) => {
  expect(nextState(state, event)).toEqual(expected);
});

const OF_A_CALL: CallEvent[] = [
  { kind: "joined" },
  { kind: "ended" },
  { kind: "failed", message: MESSAGE },
  { kind: "warned", code: "not_heard" },
];

test.each(OF_A_CALL)("without a call, its events change nothing: $kind", (event) => {
  for (const state of [IDLE, failed, consent]) expect(nextState(state, event)).toBe(state);
});

test("a stop while idle and a repeated warning change nothing", () => {
  expect(nextState(IDLE, "stop")).toBe(IDLE);
  expect(nextState(warned, { kind: "warned", code: "not_heard" })).toBe(warned);
});

test("the page around hears of three phases", () => {
  expect([IDLE, failed, consent].map(phaseOf)).toEqual(["idle", "idle", "idle"]);
  expect([connecting, active].map(phaseOf)).toEqual(["connecting", "active"]);
});
