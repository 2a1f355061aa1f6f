import { expect, test } from "vitest";
import { readEntries } from "./doc-entries.ts";

const LABELS = ["Defence", "Tests", "Remaining risk"] as const;

const DOCUMENT = `# Security

- A list: outside of the entries

## Getting in

Some words.

### T1: A stranger guesses a password

- Defence: attempts are counted, by network
  and by account.
- Tests: \`a.test.ts\`

### T2: Somebody else

- Remaining risk: some

## Money

A list without entries:

- Stripe: has it
`;

test("reads each entry with its section and its fields, joining wrapped lines", () => {
  expect(readEntries(DOCUMENT, LABELS)).toEqual([
    {
      code: "T1",
      title: "A stranger guesses a password",
      section: "Getting in",
      fields: {
        Defence: "attempts are counted, by network and by account.",
        Tests: "`a.test.ts`",
      },
    },
    {
      code: "T2",
      title: "Somebody else",
      section: "Getting in",
      fields: { "Remaining risk": "some" },
    },
  ]);
});

test.each([
  ["a heading without a code", "### Guessing\n", "Line 1: no code and title"],
  ["a heading without a title", "### T1:\n", "Line 1: no code and title"],
  ["an unknown label", "### T1: A\n\n- Defense: b\n", "Line 3: an unknown label"],
  ["a label twice", "### T1: A\n\n- Tests: b\n- Tests: c\n", "Line 4: a label that the entry has"],
  ["a field without text", "### T1: A\n\n- Tests:\n", "Line 3: neither a field"],
  ["a line that is not indented", "### T1: A\n\n- Tests: b\nc\n", "Line 4: neither a field"],
  ["words before the first field", "### T1: A\n\nSome words.\n", "Line 3: neither a field"],
  ["a list in a field", "### T1: A\n\n- Tests: b\n  - c\n    d\n", "Line 5: neither a field"],
])("refuses %s", (_, markdown, message) => {
  expect(() => readEntries(markdown, LABELS)).toThrow(message);
});
