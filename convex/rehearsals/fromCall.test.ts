import { expect, test } from "vitest";
import { REHEARSAL_LENGTHS } from "../shared/rehearsals";
import { situationOf } from "./fromCall";

const said = (text: string) => ({ role: "user" as const, text });

test("the visitor's words are quoted in their order, and the assistant's are left out", () => {
  const messages = [
    { role: "assistant" as const, text: "Hello!" },
    said("Do you have “rye” bread?"),
    said(" On Saturday? "),
  ];
  expect(situationOf(messages)).toBe("“Do you have rye bread?”, then “On Saturday?”");
});

test("as many of them as there is room for", () => {
  const situation = situationOf(Array.from({ length: 50 }, () => said("word ".repeat(60))));
  expect(situation.length).toBeLessThanOrEqual(REHEARSAL_LENGTHS.situation);
  expect(situation.split(", then ").length).toBeGreaterThan(2);
});

test("a conversation in which the visitor said nothing has no situation", () => {
  expect(situationOf([{ role: "assistant", text: "Hello!" }])).toBe("");
});
