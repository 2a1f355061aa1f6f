import { expect, test } from "vitest";
import { checkStart, type StartConditions } from "./start-checks";

const usage = { canUse: true, totalMinutesUsed: 4, remainingMinutes: 6 };
const trial = {
  hasSubscription: false,
  limitExceeded: false,
  freeTrialLimit: 12,
  remainingMinutes: 8,
  totalMinutesUsed: 4,
};
const usedUp = { ...usage, canUse: false, totalMinutesUsed: 10 };
const exceeded = { ...trial, limitExceeded: true, totalMinutesUsed: 12.5 };
const ada = { name: "Ada", hasVoice: true };
const mute = { name: "Ada", hasVoice: false };
const surroundings = {
  isSecure: true,
  mediaDevices: {} as MediaDevices,
  canPlayCalls: true,
  isMicrophoneAllowed: null,
};
const insecure = { ...surroundings, isSecure: false };
const closed = { message: "We bake at night.", words: "Closed now" };

async function refusalOf(changes: Partial<StartConditions>) {
  const checked = await checkStart({
    ...{ assistant: ada, surroundings, readTestLimits: null, findUnavailable: async () => null },
    ...changes,
  });
  return checked.kind === "refused" ? checked.message : null;
}

test("a visitor has no test limit, nor has an owner with minutes left", async () => {
  expect(await refusalOf({})).toBeNull();
  expect(await refusalOf({ readTestLimits: async () => ({ usage, trial }) })).toBeNull();
});

test("the test limit comes first", async () => {
  const readTestLimits = async () => ({ usage: usedUp, trial: exceeded });
  expect(await refusalOf({ assistant: mute, readTestLimits })).toEqual({
    ...{ kind: "codeWithParams", code: "test_limit_reached", params: { usedMinutes: 10 } },
  });
});

test("the free trial's limit comes second, and not for subscribers", async () => {
  const readTestLimits = async () => ({ usage, trial: exceeded });
  expect(await refusalOf({ assistant: mute, readTestLimits })).toEqual({
    kind: "codeWithParams",
    code: "free_trial_limit_reached",
    params: { usedMinutes: 12.5, limitMinutes: 12 },
  });
  const subscribed = { ...exceeded, hasSubscription: true };
  expect(
    await refusalOf({ readTestLimits: async () => ({ usage, trial: subscribed }) }),
  ).toBeNull();
});

test("an assistant without a voice comes third", async () => {
  expect(await refusalOf({ assistant: mute, surroundings: insecure })).toEqual({
    ...{ kind: "codeWithParams", code: "not_configured", params: { name: "Ada" } },
  });
});

test("that nobody can be reached comes fourth, and what the browser lacks last", async () => {
  const findUnavailable = async () => ({ ...closed, messagePass: "a pass" });
  expect(await refusalOf({ surroundings: insecure, findUnavailable })).toEqual({
    ...{ kind: "text", text: "We bake at night.", shortText: "Closed now", messagePass: "a pass" },
  });
  expect(await refusalOf({ findUnavailable: async () => closed })).toEqual({
    ...{ kind: "text", text: "We bake at night.", shortText: "Closed now" },
  });
  expect(await refusalOf({ surroundings: insecure })).toEqual({
    ...{ kind: "code", code: "page_insecure" },
  });
});
