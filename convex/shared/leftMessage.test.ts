import { expect, test } from "vitest";
import { contactKind, LEFT_MESSAGE_LIMITS, problemsWith, tidyLeftMessage } from "./leftMessage";

test.each([
  ["ada@example.com", "email"],
  ["+49 (0)30 1234-567", "phone"],
  ["call me", null],
])("%s is recognised as %s", (contact, kind) => {
  expect(contactKind(contact)).toBe(kind);
});

test("spaces around are removed, and digits of any width are digits", () => {
  expect(
    tidyLeftMessage({ name: " Ada\n Lovelace ", contact: " ０９０ 1234 ", text: " Two\nlines " }),
  ).toEqual({ name: "Ada Lovelace", contact: "090 1234", text: "Two\nlines" });
});

test("the name may be missing, the rest not", () => {
  expect(problemsWith({ name: "", contact: "", text: "" })).toEqual({
    contact: "missing",
    text: "missing",
  });
  expect(problemsWith({ name: "", contact: "ada@example.com", text: "Call me." })).toEqual({});
});

test("each field has a limit", () => {
  const { name, contact, text } = LEFT_MESSAGE_LIMITS;
  const address = "@example.com";
  const longest = {
    name: "x".repeat(name),
    contact: "x".repeat(contact - address.length) + address,
    text: "x".repeat(text),
  };
  expect(problemsWith(longest)).toEqual({});
  expect(
    problemsWith({
      name: `${longest.name}x`,
      contact: `x${longest.contact}`,
      text: `${longest.text}x`,
    }),
  ).toEqual({ name: "tooLong", contact: "tooLong", text: "tooLong" });
});
