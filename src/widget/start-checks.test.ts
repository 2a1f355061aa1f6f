import { expect, test } from "vitest";
import { startRefusal } from "./start-checks";

const usage = { canUse: true, totalMinutesUsed: 4, remainingMinutes: 6 };
const trial = {
  hasSubscription: false,
  limitExceeded: false,
  freeTrialLimit: 12,
  remainingMinutes: 8,
  totalMinutesUsed: 4,
};
const ada = { name: "Ada", hasVoice: true };
const usedUp = { ...usage, canUse: false, totalMinutesUsed: 10 };
const exceeded = { ...trial, limitExceeded: true, totalMinutesUsed: 12.5 };

test("a visitor has no limit, nor an owner with minutes left", () => {
  expect(startRefusal({ assistant: ada, testing: null })).toBeNull();
  expect(startRefusal({ assistant: ada, testing: { usage, trial } })).toBeNull();
});

test("the test limit comes first", () => {
  const assistant = { ...ada, hasVoice: false };
  expect(startRefusal({ assistant, testing: { usage: usedUp, trial: exceeded } })).toBe(
    "Test limit reached! You've used 10 of 10 free test minutes. Please subscribe to continue using voice assistants.",
  );
});

test("the free trial's limit comes second, and not for subscribers", () => {
  const assistant = { ...ada, hasVoice: false };
  expect(startRefusal({ assistant, testing: { usage, trial: exceeded } })).toBe(
    "Free trial limit reached! You've used 12.5 of 12 free minutes. Please upgrade to continue using voice assistants.",
  );
  const subscribed = { ...exceeded, hasSubscription: true };
  expect(startRefusal({ assistant: ada, testing: { usage, trial: subscribed } })).toBeNull();
});

test("an assistant that the voice platform does not have comes third", () => {
  expect(startRefusal({ assistant: { ...ada, hasVoice: false }, testing: null })).toBe(
    "Voice chat is not configured for Ada. Please recreate the assistant to enable voice functionality.",
  );
});
