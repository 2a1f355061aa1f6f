import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { MessageBody } from "./message-body";

afterEach(cleanup);

function drawn(text: string): HTMLElement {
  return render(<MessageBody text={text} />).container;
}

function linksIn(text: string): [text: string | null, address: string | null][] {
  return [...drawn(text).querySelectorAll("a")].map((link) => [
    link.textContent,
    link.getAttribute("href"),
  ]);
}

test("line breaks are kept, and empty lines divide paragraphs", () => {
  const paragraphs = [...drawn("One\ntwo\r\nthree\n\n\nfour").querySelectorAll("p")];
  expect(paragraphs.map(({ textContent }) => textContent)).toEqual(["One\ntwo\nthree", "four"]);
});

test("lists are lists, also with empty lines between their items", () => {
  const { innerHTML } = drawn("We have:\n- rye\n\n* wheat\n\n3. first\n4) then\nThat is all.");
  expect(innerHTML).toBe(
    "<p>We have:</p><ul><li>rye</li><li>wheat</li></ul>" +
      '<ol start="3"><li>first</li><li>then</li></ol><p>That is all.</p>',
  );
});

test("dashes and numbers within a text are text", () => {
  for (const text of ["-5 degrees", "2024.", "well - yes", "1.5 kg", "-"]) {
    expect(drawn(text).querySelector("li")).toBeNull();
    cleanup();
  }
});

test("links open in another tab, without a way back and without a recommendation", () => {
  const link = drawn("See https://shop.example/rye?a=1&b=2#top.").querySelector("a");
  expect(link?.outerHTML).toBe(
    '<a href="https://shop.example/rye?a=1&amp;b=2#top" target="_blank" rel="noopener nofollow">https://shop.example/rye?a=1&amp;b=2#top</a>',
  );
});

test.each([
  ["Call tel:+4930123456, please", "tel:+4930123456"],
  ["(mailto:ada@shop.example)", "mailto:ada@shop.example"],
  ["HTTP://SHOP.EXAMPLE/A!", "HTTP://SHOP.EXAMPLE/A"],
  ["https://shop.example/a_(b)", "https://shop.example/a_(b)"],
  ["[our shop](https://shop.example/a)", "https://shop.example/a"],
  ["**https://shop.example/a**", "https://shop.example/a"],
])("an address ends where its sentence goes on: %s", (text, shown) => {
  expect(linksIn(text).map(([link]) => link)).toEqual([shown]);
});

// T25: docs/security.md
test.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "&lt;b&gt; <b>bold</b> </p><iframe srcdoc='x'>",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1) data:text/html,<script>alert(1)</script>",
  "java\nscript:alert(1) vbscript:x file:///etc/passwd blob:x ftp://x.example",
  "[click](javascript:alert(1))",
  "![x](x) **bold** `code` # heading",
  "https:// http://[ tel: mailto:",
  "https://shop.example@evil.example/ https://a:b@evil.example",
])("nothing else has a meaning: %s", (text) => {
  const container = drawn(text);
  const tags = new Set([...container.querySelectorAll("*")].map(({ tagName }) => tagName));
  expect([...tags]).toEqual(["P"]);
  expect(container.textContent).toBe(text);
});

// T25: docs/security.md
test("characters that change the direction of a text do not become part of a link", () => {
  expect(linksIn("https://shop.example/\u202Egpj.exe")).toEqual([
    ["https://shop.example/", "https://shop.example/"],
  ]);
  expect(linksIn("https://shop.example/a\u200Bb")).toEqual([
    ["https://shop.example/a", "https://shop.example/a"],
  ]);
});

test("a quote or a tag ends a link", () => {
  expect(linksIn(`<a href="https://shop.example/a" onclick="x">`)).toEqual([
    ["https://shop.example/a", "https://shop.example/a"],
  ]);
});

test("a very long message without a meaning is shown like any other", () => {
  const text = `${"https://".repeat(5_000)}${")".repeat(20_000)}${"- ".repeat(20_000)}`;
  expect(drawn(text).textContent).toBe(text);
});
