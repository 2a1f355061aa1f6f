import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import type { FunctionTool } from "../store/resources.ts";
import type { ChatMessage } from "./language-model.ts";
import { chooseByWish } from "./tool-wish.ts";

const BOOK: FunctionTool = {
  type: "function",
  function: {
    name: "action_book",
    description: "Books a table for guests.",
    parameters: {
      type: "object",
      properties: { guests: { type: "number" }, day: { type: "string" } },
      required: ["guests", "day"],
    },
  },
};
const user = (content: string): ChatMessage => ({ role: "user", content });
const bot = (content: string): ChatMessage => ({ role: "assistant", content });

test.each([
  ["Book a table for two on Friday, please.", { guests: 2, day: "Friday" }],
  ["book a table, day: Friday, guests: 12", { guests: 12, day: "Friday" }],
  ["A table on Friday for 3, can you book it?", { guests: 3, day: "Friday" }],
])("[C28] “%s” calls the tool with its values", (wish, given) => {
  expect(chooseByWish([user(wish)], [BOOK])).toMatchObject({ tool: BOOK, arguments: given });
});

test("[C28] a value that is not required is only taken by its name", () => {
  const { name, parameters } = BOOK.function;
  const optional: FunctionTool = {
    ...BOOK,
    function: {
      ...BOOK.function,
      name,
      parameters: { ...must(parameters, "parameters"), required: ["day"] },
    },
  };
  const given = (wish: string) => chooseByWish([user(wish)], [optional])?.arguments;
  expect(given("Book a table on Friday for two.")).toEqual({ day: "Friday" });
  expect(given("Book a table, guests: two, on Friday.")).toEqual({ guests: 2, day: "Friday" });
});

test.each(["When do you open?", "Book a table for two.", "A table is nice"])(
  "[C28] “%s” calls no tool",
  (wish) => {
    expect(chooseByWish([user(wish)], [BOOK])).toBeNull();
  },
);

test("[C28] it asks for a yes when the result says so, and calls the tool again after it", () => {
  const wish = user("Book a table for two on Friday.");
  const asks = chooseByWish([wish], [BOOK])?.after("Not done yet. Ask.") ?? "";
  expect(asks).toBe("guests: 2, day: Friday. Is that right?");
  const again = chooseByWish([wish, bot(asks), user("Yes please.")], [BOOK]);
  expect(again?.arguments).toEqual({ guests: 2, day: "Friday" });
  for (const yes of [
    "Yes, that is right",
    "[typed] Yes, that is right",
    "Ja, das stimmt",
    "はい、その通りです",
  ]) {
    expect(chooseByWish([wish, bot(asks), user(yes)], [BOOK])?.arguments).toEqual(again?.arguments);
  }
  expect(chooseByWish([wish, bot("Done."), user("Yes.")], [BOOK])).toBeNull();
  expect(chooseByWish([wish, bot(asks), user("No.")], [BOOK])).toBeNull();
});

test("[C28] it says what the result quotes, and otherwise its beginning", () => {
  const after = chooseByWish([user("Book a table for two on Friday.")], [BOOK])?.after;
  expect(after?.('Accepted. Its answer is: "Table \\"7\\"" More.')).toBe('Table "7"');
  expect(after?.('It did not work. Status: 500. "oops"')).toBe("It did not work.");
});

const MEET: FunctionTool = {
  type: "function",
  function: {
    name: "action_book_a_tasting",
    description: "Books a tasting at a free time.",
    parameters: {
      type: "object",
      properties: {
        start: { type: "string", description: "Such as 2026-11-30T08:00Z." },
        name: { type: "string" },
        email: { type: "string" },
      },
      required: ["start", "name", "email"],
    },
  },
};
const OFFER = bot(
  "“Tasting” is free on Monday, December 7, 2026 at 09:00 and 09:30, by the clock of Europe/Berlin.",
);

test.each([
  ["Please book the tasting at 9:30 for Ada Lovelace, ada@example.com.", "2026-12-07T08:30Z"],
  ["Book the tasting on 2026-07-06T07:00Z for Ada Lovelace, ada@example.com", "2026-07-06T07:00Z"],
])("[C28] “%s” has an address and an instant", (wish, start) => {
  expect(chooseByWish([OFFER, user(wish)], [MEET])?.arguments).toEqual({
    ...{ start, name: "Ada Lovelace", email: "ada@example.com" },
  });
});

test("[C28] a parameter for the wish takes all that was said", () => {
  const parameters = {
    type: "object" as const,
    properties: { wish: { type: "string" }, contact: { type: "string" } },
    required: ["wish"],
  };
  const description = "Tells that the visitor wants to speak to a person.";
  const tool: FunctionTool = {
    type: "function",
    function: { name: "ask", description, parameters },
  };
  const wish = "I want to speak to a person.";
  expect(chooseByWish([user(wish)], [tool])?.arguments).toEqual({ wish });
});

test("[C28] a time of day means nothing if no day was named, or in a time zone that there is not", () => {
  const wish = user("Please book the tasting at 9:30 for Ada Lovelace, ada@example.com.");
  expect(chooseByWish([wish], [MEET])).toBeNull();
  const nowhere = bot("It is free on December 7, 2026, by the clock of Nowhere/City.");
  expect(chooseByWish([nowhere, wish], [MEET])).toBeNull();
});
