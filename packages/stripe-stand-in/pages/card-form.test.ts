import { expect, test } from "vitest";
import { readCard } from "./card-form.ts";

const NOW = Date.UTC(2030, 5, 15);
const GOOD = { number: "4242 4242 4242 4242", expiry: "12 / 34", cvc: "123", name: " Ada " };

test("a test card is read with or without spaces", () => {
  const read = { kind: "card", card: { expMonth: 12, expYear: 2034, name: "Ada" } };
  expect(readCard(GOOD, NOW)).toMatchObject(read);
  expect(readCard({ ...GOOD, number: "4242424242424242", expiry: "1234" }, NOW)).toMatchObject(
    read,
  );
});

test("if all fields are empty, there is no card", () => {
  expect(readCard({ number: " ", expiry: "", cvc: "" }, NOW)).toEqual({ kind: "empty" });
});

test("each missing or invalid field has an error message", () => {
  expect(readCard({ ...GOOD, expiry: "", cvc: "" }, NOW)).toMatchObject({
    errors: { expiry: "Enter the expiry date.", cvc: "Enter the CVC." },
  });
  expect(readCard({ ...GOOD, number: "4242424242424241" }, NOW)).toMatchObject({
    errors: { number: "Your card number is invalid." },
  });
  expect(readCard({ ...GOOD, expiry: "13/34" }, NOW)).toMatchObject({
    errors: { expiry: expect.stringContaining("month and year") as string },
  });
  expect(readCard({ ...GOOD, number: "378282246310005" }, NOW)).toMatchObject({
    errors: { cvc: "The CVC of this card has 4 digits." },
  });
});

test("a card is valid until the end of its month", () => {
  expect(readCard({ ...GOOD, expiry: "06/30" }, NOW).kind).toBe("card");
  expect(readCard({ ...GOOD, expiry: "05/30" }, NOW)).toMatchObject({
    errors: { expiry: "Your card's expiry date is in the past." },
  });
});

test("a valid number that is not a test card is refused", () => {
  expect(readCard({ ...GOOD, number: "4111111111111111" }, NOW)).toMatchObject({
    refusal: expect.stringContaining("never enter a real one") as string,
  });
});
