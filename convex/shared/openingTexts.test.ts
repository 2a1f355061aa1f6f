import { expect, test } from "vitest";
import { LANGUAGES } from "./languages";
import { closedText, opensText } from "./openingTexts";

const MONDAY = { daysAhead: 3, weekday: 0, minute: 8 * 60 };

test.each([
  ["en", MONDAY, "We open on Monday at 08:00."],
  ["en", { ...MONDAY, daysAhead: 0 }, "We open today at 08:00."],
  ["de", { ...MONDAY, daysAhead: 1 }, "Wir öffnen morgen um 08:00 Uhr."],
  ["fr", { ...MONDAY, weekday: 6, minute: 13 * 60 + 30 }, "Nous ouvrons dimanche à 13:30."],
  ["ja", MONDAY, "月曜日08:00から営業します。"],
  [null, { ...MONDAY, daysAhead: 7 }, "We open on Monday at 08:00."],
] as const)("in %s, %o is said in words", (language, opening, text) => {
  expect(opensText(language, opening)).toBe(text);
});

test.each(LANGUAGES)("in $english each day has words of its own", ({ id }) => {
  const days = Array.from({ length: 7 }, (_, weekday) => opensText(id, { ...MONDAY, weekday }));
  const near = [0, 1].map((daysAhead) => opensText(id, { ...MONDAY, daysAhead }));
  expect(new Set([...days, ...near]).size).toBe(9);
  for (const text of [...days, ...near]) expect(text).toContain("08:00");
  expect(closedText(id)).not.toBe(id === "en" ? "" : closedText("en"));
});
