import { afterEach, expect, test, vi } from "vitest";
import type { Notice } from "./call-state";
import { holdConsent } from "./consent";

const NOTICE: Notice = {
  version: "v1",
  language: "en",
  text: "It is recorded. Press again.",
  words: "AI, recorded. OK?",
  link: null,
};
const CHANGED = { ...NOTICE, version: "v2" };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function browser(kept = new Map<string, string>()) {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  return kept;
}

test("it is asked for once in a browser, and again when the text is another one", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  browser();
  const first = holdConsent("ada", NOTICE);
  expect(first.wanted()).toBe(NOTICE);
  expect(first.given()).toBeNull();
  first.give(NOTICE);
  expect(first.wanted()).toBeNull();
  vi.advanceTimersByTime(60_000);
  const next = holdConsent("ada", NOTICE);
  expect(next.wanted()).toBeNull();
  expect(next.given()).toEqual({ version: "v1", msAgo: 60_000 });
  expect(holdConsent("ada", CHANGED).wanted()).toBe(CHANGED);
  expect(holdConsent("bob", NOTICE).wanted()).toBe(NOTICE);
});

test("what our proxy asked for counts from then on", () => {
  browser();
  const consent = holdConsent("ada", NOTICE);
  consent.give(NOTICE);
  consent.give(CHANGED);
  expect(consent.wanted()).toBeNull();
  expect(consent.given()?.version).toBe("v2");
});

test("a page that came without a notice shows what was agreed to before", () => {
  browser();
  holdConsent("ada", NOTICE).give(NOTICE);
  const consent = holdConsent("ada", null);
  expect(consent.wanted()).toBeNull();
  expect(consent.given()?.version).toBe("v1");
});

test("a browser that keeps nothing remembers it for the page", () => {
  vi.stubGlobal("localStorage", {
    getItem() {
      throw new Error("SecurityError");
    },
    setItem() {
      throw new Error("SecurityError");
    },
  });
  const consent = holdConsent("ada", NOTICE);
  consent.give(NOTICE);
  expect(consent.wanted()).toBeNull();
  expect(holdConsent("ada", NOTICE).wanted()).toBe(NOTICE);
});

test.each(["", "{", "null", "7", '{"version":"v1"}'])("what is no consent is none: %s", (text) => {
  browser(new Map([["hark-consent-ada", text]]));
  expect(holdConsent("ada", NOTICE).wanted()).toBe(NOTICE);
});
