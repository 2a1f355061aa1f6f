import { afterEach, expect, test, vi } from "vitest";
import type { ConsentNotice } from "../state/assistant";
import { openConsent } from "./consent";

const NOTICE: ConsentNotice = {
  version: "v1",
  language: "en",
  text: "It is recorded. Press again.",
  words: "AI call, recorded. Agree?",
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

test("a browser asks for consent once, and again when the notice has changed", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  browser();
  const first = openConsent("ada", NOTICE);
  expect(first.wanted()).toBe(NOTICE);
  expect(first.given()).toBeNull();
  first.give(NOTICE);
  expect(first.wanted()).toBeNull();
  vi.advanceTimersByTime(60_000);
  const next = openConsent("ada", NOTICE);
  expect(next.wanted()).toBeNull();
  expect(next.given()).toEqual({ version: "v1", msAgo: 60_000 });
  expect(openConsent("ada", CHANGED).wanted()).toBe(CHANGED);
  expect(openConsent("bob", NOTICE).wanted()).toBe(NOTICE);
});

test("a newer notice that came with a refusal counts from then on", () => {
  browser();
  const consent = openConsent("ada", NOTICE);
  consent.give(NOTICE);
  consent.give(CHANGED);
  expect(consent.wanted()).toBeNull();
  expect(consent.given()?.version).toBe("v2");
});

test("a page without a notice still sends the consent that was given before", () => {
  browser();
  openConsent("ada", NOTICE).give(NOTICE);
  const consent = openConsent("ada", null);
  expect(consent.wanted()).toBeNull();
  expect(consent.given()?.version).toBe("v1");
});

test("a browser that keeps nothing remembers the consent until the page is left", () => {
  vi.stubGlobal("localStorage", {
    getItem() {
      throw new Error("SecurityError");
    },
    setItem() {
      throw new Error("SecurityError");
    },
  });
  const consent = openConsent("ada", NOTICE);
  consent.give(NOTICE);
  expect(consent.wanted()).toBeNull();
  expect(openConsent("ada", NOTICE).wanted()).toBe(NOTICE);
});

test.each(["", "{", "null", "7", '{"version":"v1"}'])(
  "what is stored counts only if it is a consent: %s",
  (text) => {
    browser(new Map([["hark-consent-ada", text]]));
    expect(openConsent("ada", NOTICE).wanted()).toBe(NOTICE);
  },
);
