import { expect, test } from "vitest";
import { saysEndPhrase } from "./end-phrase.ts";

// docs.vapi.ai/assistants/end-call-phrases: case-insensitive, as a substring of the transcript.
test("[C9] a phrase is found whatever its case, and in longer words", () => {
  expect(saysEndPhrase("Well, good bye then!", ["Good bye"])).toBe(true);
  expect(saysEndPhrase("The goodbyes were long.", ["goodbye"])).toBe(true);
});

test("[C9] other punctuation or another order is no such phrase", () => {
  expect(saysEndPhrase("Well, good-bye then!", ["good bye"])).toBe(false);
  expect(saysEndPhrase("Bye good.", ["good bye"])).toBe(false);
  expect(saysEndPhrase("Anything.", [])).toBe(false);
});
