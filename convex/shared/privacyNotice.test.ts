import { expect, test } from "vitest";
import { LANGUAGES } from "./languages";
import { CALLS_KEPT_DAYS } from "./limits";
import { MAX_NOTICE_LENGTH, readyNotice, wordsAround } from "./privacyNotice";

const TREATMENTS = [true, false].flatMap((recordsCalls) =>
  [null, ...CALLS_KEPT_DAYS].flatMap((callsKeptDays) =>
    [true, false].map((acceptsText) => ({ recordsCalls, callsKeptDays, acceptsText })),
  ),
);

test.each(LANGUAGES)("what is ready in $name has room, and differs by what is done", ({ id }) => {
  const texts = TREATMENTS.map((treatment) => readyNotice(id, treatment));
  expect(new Set(texts).size).toBe(TREATMENTS.length);
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(MAX_NOTICE_LENGTH);
  for (const treatment of TREATMENTS) {
    const { words } = wordsAround(id, treatment);
    expect(words.split(" ").length).toBeLessThanOrEqual(4);
    expect(words.length).toBeLessThanOrEqual(30);
  }
});

test("the text says what is done with calls and typed messages", () => {
  expect(readyNotice("en", { recordsCalls: true, callsKeptDays: 90, acceptsText: true })).toBe(
    "You will talk to an AI, not a person. The call is recorded and transcribed, and kept for 90 days. " +
      "What you type is kept just as long. The owner of this website receives it. The services that carry the call process it for them.",
  );
});
