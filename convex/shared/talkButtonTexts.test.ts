import { expect, test } from "vitest";
import { languageFor, LANGUAGES } from "./languages";
import { CALL_REFUSALS, WIDGET_MESSAGES } from "./messages";
import { type ButtonWords, type Said, wordsIn } from "./talkButtonTexts";

const OTHERS = LANGUAGES.filter(({ id }) => id !== "en");

function allOf({ said, refused, notConfigured }: ButtonWords): Said[] {
  return [...Object.values(said), ...Object.values(refused), notConfigured("Ada")];
}

test("English is in the button itself, and what an assistant without a language gets", () => {
  expect(wordsIn("en")).toBeNull();
  expect(wordsIn(null)).toBeNull();
  expect(languageFor(null).id).toBe("en");
});

test.each(OTHERS)(
  "all that the button says is there in $name, and in no other language",
  ({ id }) => {
    const words = wordsIn(id);
    if (words === null) throw new Error(`There are no words in ${id}`);
    const english = new Set<string>([
      ...Object.values(WIDGET_MESSAGES),
      ...Object.values(CALL_REFUSALS),
    ]);
    const texts = [...allOf(words).map(([text]) => text), ...Object.values(words.labels)];
    expect(texts.filter((text) => text.trim() === "" || english.has(text))).toEqual([]);
  },
);

// As `src/widget/short-words.test.ts` has it for English; Japanese may break between any two signs, twice as wide.
test.each(OTHERS)("the few words of it in $name fit a frame of 90 pixels", ({ id }) => {
  const words = wordsIn(id);
  if (words === null) throw new Error(`There are no words in ${id}`);
  const short = [...allOf(words).map(([, few]) => few), words.closedWords];
  const tooLong = short.filter((few) => {
    const parts = few.split(" ");
    return id === "ja"
      ? few.length > 11
      : parts.length > 4 || Math.max(...parts.map(({ length }) => length)) > 11;
  });
  expect(tooLong).toEqual([]);
});

test.each(LANGUAGES)("a greeting in $name says who it is", ({ greeting, question, closed }) => {
  expect(greeting("Ada")).toContain("Ada");
  expect(new Set([question, closed]).size).toBe(2);
});
