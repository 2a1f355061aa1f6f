import { expect, test } from "vitest";
import { en } from "./languages/en";
import { failureText } from "./failure-text";

const ASSISTANT = { texts: null } as unknown as Parameters<typeof failureText>[2];
const FAILURE = { code: "of a newer server", text: "Please try later." };

test("a failure that the operator can find has a reference after its text", () => {
  expect(failureText(FAILURE, en, ASSISTANT)).toBe("Please try later.");
  expect(failureText({ ...FAILURE, reference: "k57abcde" }, en, ASSISTANT)).toBe(
    "Please try later. (#k57abcde)",
  );
});
