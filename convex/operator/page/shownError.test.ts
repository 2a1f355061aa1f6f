import { expect, test } from "vitest";
import { shownError } from "./shownError";

// T134: docs/security.md
test.each([
  [
    'Error: The voice platform failed to update the assistant (400): {"firstMessage":"Hello Ada"}',
    "The voice platform failed to update the assistant (400)",
  ],
  ["MailServiceError: The request to Resend failed (x): ada@bakery.example", "MailServiceError"],
  ["Error: ada@bakery.example is on the list", ""],
  ["Error: Mail to ada@bakery.example was refused", "Mail to"],
  ["Error: Nothing listens at https://hooks.example/secret", "Nothing listens at https"],
  ["Error: 12 EUR are unpaid", "12 EUR are unpaid"],
  [`Error: ${"a".repeat(500)}`, "a".repeat(120)],
  [null, ""],
])("of the error %j, an operator sees only what we wrote", (error, shown) => {
  expect(shownError(error)).toBe(shown);
});
