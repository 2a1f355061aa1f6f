import { expect, test } from "vitest";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { effectsOf } from "./effects";
import { REVIEW } from "./texts";

type Assistant = Doc<"assistants">;
const NOTICE = { language: "en", text: "An AI.", privacyUrl: null };

function effects(before: object, after: object, asksToAgree = false, changed: string[] = []) {
  const live = { published: true, ...before } as Assistant;
  const edited = { ...live, ...after };
  return effectsOf(live, { asksToAgree, changed, edited }).filter(
    (effect) => effect !== REVIEW.running,
  );
}

test("publishing a new prompt concerns the next conversations, and nothing else", () => {
  const live = { published: true, systemPrompt: "Bread." } as Assistant;
  const draft = { asksToAgree: false, changed: ["systemPrompt"], edited: live };
  expect(effectsOf(live, draft)).toEqual([REVIEW.running]);
  expect(effectsOf({ ...live, published: false }, draft)).toEqual([REVIEW.notPublished]);
});

test("whether visitors agree for the first time, again, or no longer is said", () => {
  expect(effects({}, { notice: NOTICE }, true)).toEqual([REVIEW.asksToAgree]);
  expect(effects({ notice: NOTICE }, { notice: { ...NOTICE, text: "AI." } }, true)).toEqual([
    REVIEW.asksAgain,
  ]);
  expect(effects({ notice: NOTICE }, { notice: null })).toEqual([REVIEW.noNotice]);
});

test("calls that are deleted are named, and those that are kept longer are not", () => {
  expect(effects({}, { callsKeptDays: 30 })).toEqual([REVIEW.deletes(30)]);
  expect(effects({ callsKeptDays: 90 }, { callsKeptDays: 30 })).toEqual([REVIEW.deletes(30)]);
  expect(effects({ callsKeptDays: 30 }, { callsKeptDays: 90 })).toEqual([]);
  expect(effects({ callsKeptDays: 30 }, { callsKeptDays: null })).toEqual([]);
});

test("recordings that begin are named", () => {
  expect(effects({ recordsCalls: false }, { recordsCalls: true })).toEqual([REVIEW.records]);
  expect(effects({}, { recordsCalls: true })).toEqual([]);
});

test("only websites on which the button was seen and is no longer allowed are named", () => {
  const seenSites = [
    { site: "https://shop.example", atMs: 1 },
    { site: "https://www.example.com", atMs: 1 },
  ];
  const allowedSites = ["https://www.example.com"];
  expect(effects({ seenSites }, { allowedSites })).toEqual([
    REVIEW.disappears("https://shop.example"),
  ]);
  expect(effects({ seenSites, allowedSites }, { allowedSites: [] })).toEqual([]);
  expect(effects({ seenSites, allowedSites }, { name: "Grace" })).toEqual([]);
});

test("a new list of what to find out reaches the connected systems", () => {
  expect(effects({}, {}, false, ["findings"])).toEqual([REVIEW.findings]);
});
