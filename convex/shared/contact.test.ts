import { expect, test } from "vitest";
import { isEmailAddress, isPhoneNumber } from "./contact";

test.each([
  "ada@example.com",
  "ada.lovelace+shop@mail.example.co.uk",
  "o'hara@example.com",
  "ada@müller.example",
])("%s looks like an email address", (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

test.each([
  "",
  "ada",
  "ada@example",
  "ada @example.com",
  "ada@@example.com",
  "ada@example..com",
  "ada@example.com.",
  "ada@b.example,eve@c.example",
  "<ada@example.com>",
])("“%s” does not look like an email address", (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

test.each([
  "+49 (0)30 1234-567",
  "(+44) 20 7946 0100",
  "0049 (0) 30 12345678901",
  "030/12 34 56",
  "555–0100",
  "112 00",
  "٠٣٠ ١٢٣٤٥",
])("%s looks like a phone number", (text) => {
  expect(isPhoneNumber(text)).toBe(true);
});

test.each(["", "1234", "1234567890123456789", "call me", "12345 ext 6", "12,345"])(
  "“%s” does not look like a phone number",
  (text) => {
    expect(isPhoneNumber(text)).toBe(false);
  },
);
