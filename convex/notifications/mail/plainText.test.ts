import { expect, test } from "vitest";
import { spelledAddress, withoutLinks } from "./plainText";

// T46: docs/security.md
test.each([
  [
    "Your prize: https://evil.example/win?u=1 CALL NOW",
    "Your prize https evil example win u 1 CALL NOW",
  ],
  ["www.evil.example", "www evil example"],
  ["evil。example", "evil example"],
  ["mailto:win@evil.example", "mailto win evil example"],
  ["javascript:alert(1)", "javascript alert(1)"],
  ["a\r\nBcc: b@c.example\u202E", "a Bcc b c example"],
  ["Till 2, Zoë’s & Co-op (main)", "Till 2, Zoë’s & Co-op (main)"],
])("nothing in %j can be pressed", (text, plain) => {
  expect(withoutLinks(text)).toBe(plain);
});

test("an address is spelled", () => {
  expect(spelledAddress("maria.p@shop.example")).toBe("maria (dot) p (at) shop (dot) example");
});
