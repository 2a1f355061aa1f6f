import { expect, test } from "vitest";
import { TEXT_LIMITS } from "../../../../convex/shared/limits";
import { NEW_ASSISTANT } from "../settings";
import { looksOf, templateOf, type WebsiteDraft } from "./website-template";

const DRAFT: WebsiteDraft = {
  start: "https://www.linden.example/",
  name: "Linden Bakery",
  facts: "Telephone: 030 1234567\nOpening hours: Monday 06:30–18:00",
  language: "de-CH",
  themeColor: "#f60",
  words: null,
};

const WORDS = {
  about: "- Rye and spelt bread\n- A café with twenty seats",
  goal: "The visitor knows what they came for.",
  greeting: "Hello, this is Linden Bakery.",
};

test("the form gets what the website says about its business", () => {
  const { title, values } = templateOf(DRAFT);
  expect([title, values.name]).toEqual(["linden.example", "Linden Bakery"]);
  expect(values.systemPrompt).toContain("the front desk of Linden Bakery");
  expect(values.systemPrompt).toContain("- Telephone: 030 1234567\n- Opening hours: Monday");
  expect(values.assistantGoal).not.toBe("");
});

test("what a model wrote of it comes first, and the owner reads the greeting before saving", () => {
  const draft = { ...DRAFT, words: WORDS };
  const { about, values } = templateOf(draft);
  expect(values.systemPrompt).toContain(`What you know:\n${WORDS.about}\n- Telephone:`);
  expect(values.assistantGoal).toBe(WORDS.goal);
  expect(about).toContain(WORDS.greeting);
  expect(looksOf(draft, NEW_ASSISTANT, NEW_ASSISTANT).talk?.greeting).toBe(WORDS.greeting);
  const greeted = { ...NEW_ASSISTANT, talk: { ...NEW_ASSISTANT.talk, greeting: "Hi." } };
  expect(looksOf(draft, greeted, NEW_ASSISTANT).talk?.greeting).toBe("Hi.");
});

test("a website that says nothing still makes an assistant, and a long one keeps the limits", () => {
  const silent = templateOf({ ...DRAFT, name: null, facts: "" }).values;
  expect(silent.name).toBe("linden.example");
  expect(silent.systemPrompt).not.toContain("What you know");
  const long = templateOf({ ...DRAFT, name: "L".repeat(200), facts: "x\n".repeat(9_000) }).values;
  expect(long.name).toHaveLength(TEXT_LIMITS.name);
  expect(long.systemPrompt).toHaveLength(TEXT_LIMITS.systemPrompt);
});

test.each([
  ["#f60", "#f97316"],
  ["#12b0a8", "#14b8a6"],
  ["#1155cc", "#3b82f6"],
  // A grey is no colour of a button.
  ["#333333", undefined],
  [null, undefined],
])("the theme colour %s makes the button %s", (themeColor, widgetColor) => {
  const looks = looksOf({ ...DRAFT, themeColor }, NEW_ASSISTANT, NEW_ASSISTANT);
  expect(looks.widgetColor).toBe(widgetColor);
});

test("the language is the website's if assistants speak it, and the owner's choice stays", () => {
  const languageFor = (language: string | null, values = NEW_ASSISTANT) =>
    looksOf({ ...DRAFT, language }, values, NEW_ASSISTANT).talk?.language;
  expect(languageFor("de-CH")).toBe("de");
  expect(languageFor("tlh")).toBe(NEW_ASSISTANT.talk.language);
  expect(languageFor(null)).toBe(NEW_ASSISTANT.talk.language);
  const french = { ...NEW_ASSISTANT, talk: { ...NEW_ASSISTANT.talk, language: "fr" as const } };
  expect(languageFor("de", french)).toBe("fr");
  const red = { ...NEW_ASSISTANT, widgetColor: "#ef4444" as const };
  expect(looksOf(DRAFT, red, NEW_ASSISTANT).widgetColor).toBeUndefined();
});
