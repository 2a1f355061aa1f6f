import { expect, test } from "vitest";
import { normalAddress } from "./normalAddress";

test.each([
  ["Ada@Example.com", "ada@example.com"],
  [" ada@example.com ", "ada@example.com"],
  ["ada+trial@example.com", "ada@example.com"],
  ["ada+one+two@example.com", "ada@example.com"],
  ["a.d.a@gmail.com", "ada@gmail.com"],
  ["A.da+2@googlemail.com", "ada@gmail.com"],
])("%s is %s", (email, address) => {
  expect(normalAddress(email)).toBe(address);
});

test.each(["a.da@example.com", "+ada@example.com", "ada_lovelace@example.com", "nobody"])(
  "%s stays as it is",
  (email) => {
    expect(normalAddress(email)).toBe(email);
  },
);
