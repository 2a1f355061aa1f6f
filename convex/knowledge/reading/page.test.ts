import { expect, test } from "vitest";
import { byteLength } from "../../lib/bytes";
import { readPage } from "./page";

const URL = "https://example.com/a/";
const repeat = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));

test("text has at most 30,000 bytes and ends with a whole line", () => {
  const { text } = readPage(repeat("<p>A sentence of some words.</p><p>2</p>", 1_000_000), URL);
  expect(text.length).toBeLessThanOrEqual(30_000);
  expect(text).toMatch(/(words\.|\n2)$/);
  expect(readPage("x".repeat(40_000), URL).text).toHaveLength(30_000);
  const chinese = readPage(repeat("<p>面包很好吃</p>", 1_000_000), URL).text;
  expect(byteLength(chinese)).toBeLessThanOrEqual(30_000);
});

test("a layout table is read as paragraphs, and a data table inside it as rows", () => {
  const data = "<table><tr><td>Rye<td>4 €<tr><td>Oat<td>5 €</table>";
  const html = `<table><tr><td>Left<td><h2>Bread</h2>${data}</table>`;
  expect(readPage(html, URL).text).toBe("Left\n\n## Bread\nRye | 4 €\nOat | 5 €");
});

test("links are of the site, in order, once, and neither files nor actions", () => {
  const hrefs = [
    ...[
      "b",
      "/a/b#c",
      "//www.example.com/a/b/",
      "https://elsewhere.example/",
      "mailto:a@b.example",
    ],
    ...["tel:1", "javascript:alert(1)", "#top", "photo.JPG", "menu.pdf", "/?id=1", "/?id=2"],
  ];
  const html = `${hrefs.map((href) => `<a href="${href}">x</a>`).join("")}<a rel="nofollow" href="/cart">x</a>`;
  expect(readPage(html, URL).links).toEqual([
    ...["https://example.com/a/b", "https://example.com/a/menu.pdf"],
    ...["https://example.com/?id=1", "https://example.com/?id=2"],
  ]);
  const based = readPage('<base href="/c/"><a href="d">x</a>', URL).links;
  expect(based).toEqual(["https://example.com/c/d"]);
  const many = Array.from({ length: 900 }, (_, index) => `<a href="/${index}">x</a>`).join("");
  expect(readPage(many, URL).links).toHaveLength(500);
});

// T105: docs/security.md
test.each(["div", "a", "b", "td", "li", "section", "font"])(
  "of 100,000 nested <%s> only the first levels are read",
  (name) => {
    const { text } = readPage(`<p>Before</p>${`<${name}>x`.repeat(100_000)}`, URL);
    expect(text).toMatch(/^Before/);
    expect(text.length).toBeLessThanOrEqual(30_000);
  },
);

// T105: docs/security.md
test.each([
  ["links", repeat('<a href="/x">y</a>', 1_000_000)],
  ["unclosed links", repeat("<a href=/x>", 1_000_000)],
  ["angle brackets", repeat("<", 1_000_000)],
  ["attributes", `<div ${repeat("a1 ", 1_000_000)}>`],
  ["cells", `<table><tr>${repeat("<td>x", 1_000_000)}`],
  ["definitions", `<dl>${repeat("<dd>x", 1_000_000)}`],
  ["comments", repeat("<!-- - --", 1_000_000)],
  ["titles", repeat("<svg><title>", 1_000_000)],
  ["classes", `<div class="${repeat("cookie ", 1_000_000)}">x</div>`],
])("a page of 1 MB of %s has a bounded result", (_, html) => {
  const page = readPage(html, URL);
  expect(JSON.stringify(page).length).toBeLessThan(50_000);
});

// T105: docs/security.md
test.each([
  ["many entries", `[${repeat('{"@type":"Bakery","telephone":"1"},', 280_000)}{}]`],
  ["many levels", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["many entries inside each other", `${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`],
  ["no end", '{"@type":"Bakery","telephone":"'],
  ["more than is read", `{"@type":"Bakery","name":"${"x".repeat(400_000)}"}`],
])("JSON-LD with %s has a bounded result", (_, json) => {
  const { facts } = readPage(`<script type="application/ld+json">${json}</script>`, URL);
  expect(JSON.stringify(facts).length).toBeLessThan(1000);
});

test("facts that are no text are left out, and long ones are cut", () => {
  const business = {
    ...{ "@type": "Bakery", name: "x".repeat(5000), telephone: { a: 1 }, email: "no address" },
    ...{ priceRange: 3, address: { streetAddress: ["1 High Street"], postalCode: 123 } },
    ...{ openingHours: 5, sameAs: ["javascript:alert(1)", "https://social.example/a", null] },
  };
  const html = `<script type="application/ld+json">${JSON.stringify(business)}</script>`;
  expect(readPage(html, URL).facts).toMatchObject({
    ...{ name: "x".repeat(200), telephone: null, email: null, priceRange: "3" },
    ...{ address: "1 High Street, 123", openingHours: null, sameAs: ["https://social.example/a"] },
  });
});

test("what a page says about itself is cut", () => {
  const long = "x".repeat(500_000);
  const html = `<html lang="${long}"><title>${long}</title><meta name="description" content="${long}"><h1>${long}</h1>`;
  const { text, ...others } = readPage(html, URL);
  expect(text).toHaveLength(30_000);
  expect(JSON.stringify(others).length).toBeLessThan(3000);
});

test("a question is kept if it is a label or a button that opens its answer", () => {
  const label =
    '<input type="checkbox" id="a"><label for="a">Do you deliver?</label><div>Yes.</div>';
  const button = "<details><summary><button>And on Sundays?</button></summary>No.</details>";
  const form = "<form><label>Your name</label><button>Send</button></form>";
  const { text } = readPage(label + button + form, URL);
  expect(text).toBe("Do you deliver?\nYes.\nAnd on Sundays?\nNo.");
});

test("of two branches the facts are those of one", () => {
  const branch = (telephone: string, more = "") =>
    `{"@type":"Bakery","name":"B","telephone":"${telephone}"${more}}`;
  const json = `[${branch("1")},${branch("2", ',"email":"a@b.example"')}]`;
  const { facts } = readPage(`<script type="application/ld+json">${json}</script>`, URL);
  expect(facts).toMatchObject({ telephone: "2", email: "a@b.example" });
});
