import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import type { HookAction, SpeechTimeoutHook } from "../store/resources.ts";
import { watchSpeechTimeouts } from "./speech-timeouts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ASK: HookAction = { type: "say", exact: "Still there?" };
const END: HookAction = { type: "tool", tool: { type: "endCall" } };

function hook(timeoutSeconds: number, action: HookAction, more = {}): SpeechTimeoutHook {
  const options = { timeoutSeconds, triggerMaxCount: 1, ...more };
  return { on: "customer.speech.timeout", options, do: [action] };
}

function watch(hooks: SpeechTimeoutHook[], isBusy = () => false) {
  const fired: HookAction[] = [];
  const onTimeout = (actions: readonly HookAction[]) => void fired.push(...actions);
  const clock = new AdjustableClock();
  return { fired, timeouts: watchSpeechTimeouts({ clock, hooks, isBusy, onTimeout }) };
}

test("[C20] staggered hooks fire in turn, each after its time", () => {
  const { fired, timeouts } = watch([hook(10, ASK), hook(30, END)]);
  timeouts.wait();
  vi.advanceTimersByTime(9_999);
  expect(fired).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(fired).toEqual([ASK]);
  vi.advanceTimersByTime(20_000);
  expect(fired).toEqual([ASK, END]);
});

test("[C20] a visitor who speaks stops the clock, and resets the count only where that is asked for", () => {
  const { fired, timeouts } = watch([
    hook(10, ASK),
    hook(20, END, { triggerResetMode: "onUserSpeech" }),
  ]);
  for (let silence = 0; silence < 2; silence += 1) {
    timeouts.wait();
    vi.advanceTimersByTime(25_000);
    timeouts.hear();
    vi.advanceTimersByTime(60_000);
  }
  expect(fired).toEqual([ASK, END, END]);
});

test("[C20] as published, a hook fires three times and after seven and a half seconds", () => {
  const { fired, timeouts } = watch([{ on: "customer.speech.timeout", do: [ASK] }]);
  timeouts.wait();
  vi.advanceTimersByTime(7_500);
  expect(fired).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(fired).toHaveLength(3);
});

test("[C20] nobody is asked while somebody speaks or thinks, nor after the end", () => {
  let isBusy = true;
  const { fired, timeouts } = watch([hook(10, ASK), hook(60, END)], () => isBusy);
  timeouts.wait();
  vi.advanceTimersByTime(15_000);
  expect(fired).toEqual([]);
  isBusy = false;
  vi.advanceTimersByTime(1_000);
  expect(fired).toEqual([ASK]);
  timeouts.close();
  vi.advanceTimersByTime(120_000);
  expect(fired).toEqual([ASK]);
});
