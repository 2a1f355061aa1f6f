import { expect, test } from "vitest";
import { wordsIn, type ButtonWords, type Wording } from "./talkButtonTexts";
import { LANGUAGES, languageFor, type LanguageId } from "./languages";
import { EN_MESSAGES, EN_MESSAGES_WITH_PARAMS } from "./talkButtonLanguages/en";

const OTHERS = LANGUAGES.filter(({ id }) => id !== "en");

function translated(id: LanguageId): ButtonWords {
  const words = wordsIn(id);
  if (words === null) throw new Error(`There are no words in ${id}`);
  return words;
}

function wordingsOf({ messages, notConfigured, notSigned }: ButtonWords): Wording[] {
  return [...Object.values(messages), notConfigured("Ada"), notSigned];
}

test("English comes with the button's script, and is what an assistant without a language gets", () => {
  expect(wordsIn("en")).toBeNull();
  expect(wordsIn(null)).toBeNull();
  expect(languageFor(null).id).toBe("en");
});

test.each(OTHERS)("every message that visitors may read is translated into $name", ({ id }) => {
  const words = translated(id);
  const { session_ended: _, ...english } = EN_MESSAGES;
  expect(Object.keys(words.messages).toSorted()).toEqual(Object.keys(english).toSorted());
  const inEnglish = new Set<string>(Object.values(english).map(([text]) => text));
  const texts = [...wordingsOf(words).map(([text]) => text), ...Object.values(words.labels)];
  expect(texts.filter((text) => text.trim() === "" || inEnglish.has(text))).toEqual([]);
});

const EN_WITH_PARAMS = [
  EN_MESSAGES_WITH_PARAMS.not_configured({ name: "Ada" }),
  EN_MESSAGES_WITH_PARAMS.test_limit_reached({ usedMinutes: 10 }),
  EN_MESSAGES_WITH_PARAMS.free_trial_limit_reached({ usedMinutes: 10, limitMinutes: 10 }),
  EN_MESSAGES_WITH_PARAMS.trial_minutes_used_up({ usedMinutes: 250, includedMinutes: 250 }),
  EN_MESSAGES_WITH_PARAMS.spending_limit_reached({ limitCents: 1_000 }),
  EN_MESSAGES_WITH_PARAMS.address_unconfirmed({ email: "ada@example.com" }),
];

test.each(Object.values(EN_MESSAGES).concat(EN_WITH_PARAMS as never))(
  "%s is at most four short words in a frame of 90 pixels: %s",
  (_text, shortText) => {
    expect(shortText.split(" ").filter(({ length }) => length > 11)).toEqual([]);
    expect(shortText.split(" ").length).toBeLessThanOrEqual(4);
  },
);

// Japanese may break between any two signs, which are twice as wide.
test.each(OTHERS)("the short texts in $name fit a frame of 90 pixels", ({ id }) => {
  const words = translated(id);
  const shortTexts = [
    ...wordingsOf(words).map(([, shortText]) => shortText),
    words.closedShortText,
  ];
  const tooLong = shortTexts.filter((shortText) => {
    const parts = shortText.split(" ");
    return id === "ja"
      ? shortText.length > 11
      : parts.length > 4 || Math.max(...parts.map(({ length }) => length)) > 11;
  });
  expect(tooLong).toEqual([]);
});

test("a message names what its parameters say", () => {
  for (const [text] of EN_WITH_PARAMS) expect(text).not.toContain("undefined");
  expect(EN_WITH_PARAMS.map(([text]) => text).join(" ")).toMatch(
    /Ada.* 10 of .* 250 .*\$10\.00.*ada@/,
  );
});

test.each(LANGUAGES)("a greeting in $name says who it is", ({ greeting, question, closed }) => {
  expect(greeting("Ada")).toContain("Ada");
  expect(new Set([question, closed]).size).toBe(2);
});
