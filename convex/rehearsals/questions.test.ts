import { expect, test } from "vitest";
import { mostAsked, questionsIn } from "./questions";

const said = (...texts: string[]) => texts.map((text) => ({ role: "user" as const, text }));

// T136: docs/security.md
test("a visitor's questions are found in any script, once each", () => {
  expect(
    questionsIn([
      ...said("Hi. When do you open? Thanks!", "几点开门？", "متى تفتحون الباب؟"),
      ...said("When do you open?"),
      { role: "assistant", text: "How can I help you?" },
    ]),
  ).toEqual(["When do you open?", "几点开门？", "متى تفتحون الباب؟"]);
});

test.each([
  "Is ann@example.com my address?",
  "My number is 079 123 45 67. Can you call me back?",
  "Hello?",
  `${"Is it ".repeat(60)}open?`,
])("left out: %s", (text) => {
  expect(questionsIn(said(text))).toEqual([]);
});

test("questions are ordered by how many conversations have them, and then by the newest", () => {
  const conversations = [
    ["Do you have parking?"],
    ["When do you open on Saturday?", "Do you open on Saturday?", "Open on Saturday?"],
    ["Is there gluten in it?"],
    ["Do you deliver bread?"],
    ["Is gluten in there?"],
  ];
  expect(mostAsked(conversations, [])).toEqual([
    "Is there gluten in it?",
    "Do you have parking?",
    "When do you open on Saturday?",
    "Do you deliver bread?",
  ]);
});

test("a question that is known keeps its wording, and there are ten at most", () => {
  expect(mostAsked([["Have you parking?"]], ["Do you have parking?"])).toEqual([
    "Do you have parking?",
  ]);
  const words = "bread cakes rolls tea juice milk eggs jam flour honey butter".split(" ");
  expect(mostAsked([words.map((word) => `Do you sell ${word}?`)], [])).toHaveLength(10);
});
