import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AdjustableClock } from "./clock.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a scheduled task runs at its time and not earlier", () => {
  const clock = new AdjustableClock();
  const ran: string[] = [];
  clock.schedule(clock.now() + 100, () => ran.push("a"));
  vi.advanceTimersByTime(99);
  expect(ran).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(ran).toEqual(["a"]);
});

test("moving the clock runs the tasks that become due, in order of their times", () => {
  const clock = new AdjustableClock();
  const ran: string[] = [];
  clock.schedule(clock.now() + 2 * DAY_MS, () => ran.push("later"));
  clock.schedule(clock.now() + DAY_MS, () => ran.push("sooner"));
  clock.schedule(clock.now() + 9 * DAY_MS, () => ran.push("never"));
  clock.advance(3 * DAY_MS);
  vi.advanceTimersByTime(1);
  expect(ran).toEqual(["sooner", "later"]);
});

test("a wait longer than a timer allows still ends on time", () => {
  const clock = new AdjustableClock();
  const task = vi.fn();
  clock.schedule(clock.now() + 60 * DAY_MS, task);
  vi.advanceTimersByTime(59 * DAY_MS);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(DAY_MS);
  expect(task).toHaveBeenCalledOnce();
});

test("a cancelled task does not run", () => {
  const clock = new AdjustableClock();
  const task = vi.fn();
  clock.schedule(clock.now() + 10, task)();
  clock.advance(DAY_MS);
  vi.advanceTimersByTime(DAY_MS);
  expect(task).not.toHaveBeenCalled();
});

test("the clock only moves forward", () => {
  expect(() => new AdjustableClock().advance(-1)).toThrow("only moves forward");
});
