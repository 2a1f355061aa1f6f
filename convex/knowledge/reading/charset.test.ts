import { expect, test } from "vitest";
import { decodeText } from "./charset";

const LATIN = new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x80, 0x92]);
const utf8 = (text: string) => new TextEncoder().encode(text);
const meta = (charset: string) =>
  new Uint8Array([...utf8(`<meta charset="${charset}">`), ...LATIN]);

test.each([
  ["the header", LATIN, "text/html; charset=ISO-8859-1", "Müller €’"],
  ["the page", meta("iso-8859-1"), "text/html", "Müller €’"],
  ["nothing", LATIN, "", "Müller €’"],
  ["a name that does not exist", LATIN, "text/html; charset=wrong", "Müller €’"],
])("umlauts and euros are read if %s tells the encoding", (_, bytes, type, text) => {
  expect(decodeText(bytes, type)).toMatch(new RegExp(`${text}$`));
});

test("UTF-8 is read without being stated, and against a page's own mistake", () => {
  expect(decodeText(utf8("Grüße €"), "text/html")).toBe("Grüße €");
  expect(decodeText(utf8('<meta charset="utf-16">ü'), "")).toMatch(/ü$/);
  const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...utf8("ü")]);
  expect(decodeText(marked, "text/html; charset=iso-8859-1")).toBe("ü");
});
