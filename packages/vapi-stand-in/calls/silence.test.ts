import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { watchSilence } from "./silence.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch(isBusy = () => false) {
  const onSilence = vi.fn();
  return {
    onSilence,
    silence: watchSilence({ clock: new AdjustableClock(), seconds: 30, isBusy, onSilence }),
  };
}

test("[C8] silence is noticed after its time, counted from the last sound", () => {
  const { silence, onSilence } = watch();
  vi.advanceTimersByTime(20_000);
  silence.touch();
  vi.advanceTimersByTime(29_999);
  expect(onSilence).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSilence).toHaveBeenCalledOnce();
});

test("[C8] while somebody speaks or thinks it is not silent", () => {
  let isBusy = true;
  const { onSilence } = watch(() => isBusy);
  vi.advanceTimersByTime(45_000);
  isBusy = false;
  expect(onSilence).not.toHaveBeenCalled();
  vi.advanceTimersByTime(15_000);
  expect(onSilence).toHaveBeenCalledOnce();
});

test("[C8] what is closed notices nothing more", () => {
  const { silence, onSilence } = watch();
  silence.close();
  silence.touch();
  vi.advanceTimersByTime(60_000);
  expect(onSilence).not.toHaveBeenCalled();
});
