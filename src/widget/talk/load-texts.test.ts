import { expect, test } from "vitest";
import { readReply } from "../../../convex/shared/clearYes";
import { LANGUAGES } from "../../../convex/shared/languages";
import { TYPED_MARK } from "../../../convex/shared/typedMark";
import { en, type TalkTexts } from "./languages/en";
import { loadTexts } from "./load-texts";

const OTHERS = LANGUAGES.filter(({ id }) => id !== "en");

function shownTexts({
  answering,
  talking,
  charactersLeft,
  messages,
  field: { asked, ...field },
  proposal,
  ...texts
}: TalkTexts): string[] {
  const others = [...Object.values(messages), ...Object.values(field), ...Object.values(proposal)];
  return [...Object.values(texts), ...others, charactersLeft(7), talking("7"), asked("7")];
}

test.each(LANGUAGES)(
  "the server takes what a proposal's button sends for a yes in $name",
  async ({ id }) => {
    const { right } = (await loadTexts(id)).proposal;
    // The page's language may be the visitor's, and another one than the assistant's.
    for (const language of [id, "en", null] as const) {
      expect(readReply(TYPED_MARK + right, language)).toBe("yes");
    }
  },
);

test.each(OTHERS)("every text of the talk page is translated into $name", async ({ id }) => {
  const texts = await loadTexts(id);
  const english = new Set(shownTexts(en));
  const same = shownTexts(texts).filter((text) => text.trim() === "" || english.has(text));
  expect(same.filter((text) => !["Conversation", "No", "Send"].includes(text))).toEqual([]);
  expect(texts.answering("Ada")).toContain("Ada");
  expect(texts.talking("Ada")).toContain("Ada");
  expect(texts.charactersLeft(7)).toContain("7");
  expect(texts.field.asked("Name")).toContain("Name");
});

test.each([
  ["de-AT", "KI-Assistent"],
  ["PT", "Assistente de IA"],
  ["en-GB", "AI assistant"],
  ["xx", "AI assistant"],
  ["", "AI assistant"],
  ["constructor", "AI assistant"],
])("a browser in %s reads %s", async (language, text) => {
  expect((await loadTexts(language)).aiAssistant).toBe(text);
});
