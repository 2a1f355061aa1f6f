import { expect, test } from "vitest";
import { saysEndPhrase } from "./end-phrase.ts";

test("[C9] a phrase is found whatever its case and punctuation", () => {
  expect(saysEndPhrase("Well, good-bye then!", ["Good bye"])).toBe(true);
  expect(saysEndPhrase("Goodbye, and thank you.", ["goodbye"])).toBe(true);
});

test("[C9] part of a word, another order or an empty phrase is none", () => {
  expect(saysEndPhrase("The goodbyes were long.", ["goodbye"])).toBe(false);
  expect(saysEndPhrase("Bye good.", ["good bye"])).toBe(false);
  expect(saysEndPhrase("Anything.", ["", "!"])).toBe(false);
  expect(saysEndPhrase("Anything.", [])).toBe(false);
});
