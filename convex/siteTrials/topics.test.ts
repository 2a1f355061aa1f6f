import { expect, test } from "vitest";
import { readPage } from "../knowledge/reading/page";
import { pricedIn, topicsOf } from "./topics";

function siteWith(text: string) {
  const start = "https://bakery.test/";
  return {
    ...{ start, name: "Bakery", language: null },
    pages: [{ url: start, title: null, text }],
  };
}

const { facts: NOTHING_STATED } = readPage("<p>Hello</p>", "https://bakery.test/");

test.each([
  ["Opening hours: Monday 08:00–18:00", ["hours"]],
  ["Öffnungszeiten: Montag 8 bis 18 Uhr", ["hours"]],
  ["A loaf is 5 €.", ["prices"]],
  ["Rye loaf | CHF 6.50", ["prices"]],
  ["Find us at 12 Linden Street", ["place"]],
  ["Bäckerei Weber, Lindenstraße 4", ["place"]],
  ["Call +41 44 123 45 67", ["phone"]],
  ["Please book a table", ["booking"]],
  ["We deliver on Fridays", ["delivery"]],
  ["We love bread", []],
])("%s answers questions about %s", (text, topics) => {
  expect(topicsOf(siteWith(text), NOTHING_STATED)).toEqual(topics);
});

test("what a page states for programs counts without its words", () => {
  const facts = { ...NOTHING_STATED, telephone: "044 123", priceRange: "$$" };
  expect(topicsOf(siteWith("We love bread"), facts)).toEqual(["prices", "phone"]);
});

test.each([
  ["Seeded roll | 2 dollars", "Seeded roll"],
  ["Menu\n- Rye bread: 4,20 €", "Rye bread"],
  ["Crème brûlée – from £6.50", "Crème brûlée"],
  ["Rye loaf | CHF 6.50", "Rye loaf"],
  ["Since 1921 | 2 ovens", null],
  ["A seeded roll costs 2 dollars.", null],
])("of %s, the first thing with a price is %s", (text, name) => {
  expect(pricedIn(siteWith(text))).toBe(name);
});
