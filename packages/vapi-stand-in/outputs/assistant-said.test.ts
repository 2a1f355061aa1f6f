import { expect, test } from "vitest";
import { assistantSaid, quotedClaim } from "./assistant-said.ts";

const SAID = "We’re closed on Sundays.\nDelivery costs four euros in the city.";

test.each([
  ["Return true if the assistant says “closed on sundays”.", true],
  ["The assistant says “we're  closed”", true],
  ['Says "closed" and «four euros»', true],
  ["Says “closed” and “ten euros”", false],
  ["The assistant does not say “ten euros”.", true],
  ["The assistant never mentions the word “delivery”.", false],
  ["Return true if the assistant says that delivery costs four euros.", true],
  ["Whether the agent explains how to return a parcel", false],
  ["True if the assistant says so.", undefined],
])("[C31] %s: %s", (description, isTrue) => {
  expect(assistantSaid(description, SAID)).toBe(isTrue);
});

test("[C31] half of the words are not most of them", () => {
  expect(assistantSaid("Sundays, Mondays", SAID)).toBe(false);
  expect(assistantSaid("Sundays, closed, Mondays", SAID)).toBe(true);
});

test("[C31] a negation counts only where it stands before the quotation", () => {
  expect(quotedClaim("It is not open, and says “closed”")).toEqual({
    quoted: ["closed"],
    isNegated: false,
  });
  expect(quotedClaim("It doesn't say “open”").isNegated).toBe(true);
});
