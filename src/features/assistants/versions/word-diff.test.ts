import { expect, test } from "vitest";
import { wordDiff } from "./word-diff";

const told = (then: string, now: string) =>
  wordDiff(then, now).map(({ kind, text }) => `${kind}: ${text}`);

test("a changed word is shown among unchanged ones", () => {
  expect(told("We open at eight on Mondays.", "We open at nine on Mondays.")).toEqual([
    "same: We open at ",
    "then: eight ",
    "now: nine ",
    "same: on Mondays.",
  ]);
});

test("additions and removals are found at the start, in the middle and at the end", () => {
  expect(told("one two three four", "zero one three four five")).toEqual([
    "now: zero ",
    "same: one ",
    "then: two ",
    "same: three ",
    "then: four",
    "now: four five",
  ]);
  expect(told("", "all new")).toEqual(["now: all new"]);
  expect(told("all gone", "")).toEqual(["then: all gone"]);
  expect(told("", "")).toEqual([]);
  expect(told("as it was", "as it was")).toEqual(["same: as it was"]);
});

test("both texts can be rebuilt from the parts", () => {
  const words = ["a", "b", "c", "\n", "d"];
  const text = (seed: number) =>
    Array.from({ length: 60 }, (_, index) => words[(index * seed + (index % 7)) % 5]).join(" ");
  for (let seed = 1; seed < 30; seed++) {
    const [then, now] = [text(seed), text(seed + 3)];
    const parts = wordDiff(then, now);
    const of = (other: string) =>
      parts.flatMap(({ kind, text: part }) => (kind === other ? [] : [part])).join("");
    expect([of("now"), of("then")]).toEqual([then, now]);
  }
});

test("very long texts with nothing in common are shown one after the other", () => {
  const text = (letter: string) => `${letter} `.repeat(5_000);
  expect(wordDiff(text("a"), text("b")).map(({ kind }) => kind)).toEqual(["then", "now"]);
});
