import { expect, test } from "vitest";
import type { OpeningHours } from "../../shared/openingHours";
import { hoursOfSpecifications, hoursOfTexts } from "./markedHours";

/** Such as "Mo 8-12 13-18", in hours. */
function week(...days: string[]): OpeningHours {
  return ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((name) => {
    const [, ...spans] = days.find((day) => day.startsWith(name))?.split(" ") ?? [];
    return spans.map((span) => {
      const [from = 0, to = 0] = span.split("-").map(Number);
      return { fromMinute: from * 60, toMinute: to * 60 };
    });
  });
}

test.each([
  ["Mo,We 08:00-12:00,13:00-18:00", week("Mo 8-12 13-18", "We 8-12 13-18")],
  [["Fr-Su 09:00–12:00", "Mo 8-12"], week("Mo 8-12", "Fr 9-12", "Sa 9-12", "Su 9-12")],
  ["Mo 08:00-12:00, Tu 09:00-12:00, , We ", week("Mo 8-12", "Tu 9-12")],
  ["Sa-Mo 10:00-11:00", week("Sa 10-11", "Su 10-11", "Mo 10-11")],
  ["Su 20:00-02:00", week("Su 20-24", "Mo 0-2")],
  ["Tu 00:00-23:59", week("Tu 0-24")],
  ["Tu", week("Tu 0-24")],
  [["Mo 08:00-12:00", "Mo 10:00-14:00"], week("Mo 8-14")],
  ["Monday-Tuesday: 09:00 - 10:00", week("Mo 9-10", "Tu 9-10")],
])("%j is read", (text, hours) => {
  expect(hoursOfTexts(text)).toEqual(hours);
});

test.each([
  ...[undefined, null, 7, {}, [[]], "", "always", "Mo 25:00-26:00", "Mo 08:00-08:00", "Xx 8-9"],
  ...["Mo-".repeat(1000), ["Mo 1-2", "Mo 3-4", "Mo 5-6", "Mo 7-8", "Mo 9-10"]],
])("nothing is read from %j", (value) => {
  expect(hoursOfTexts(value)).toBeNull();
});

test("specifications may name several days, closed days and holidays", () => {
  const specifications = [
    { dayOfWeek: ["https://schema.org/Monday", "Tuesday"], opens: "08:00", closes: "12:00:00" },
    { dayOfWeek: "http://schema.org/Monday", opens: "14:00:00+01:00", closes: "18:00" },
    { dayOfWeek: "Wednesday", opens: "00:00", closes: "00:00" },
    { dayOfWeek: "Thursday" },
    { dayOfWeek: "PublicHolidays", opens: "08:00", closes: "12:00" },
    { dayOfWeek: "Friday", opens: "08:00", closes: "12:00", validFrom: "2024-12-24" },
    { dayOfWeek: { name: "Saturday" }, opens: 9, closes: "12" },
    "Sunday",
  ];
  const hours = week("Mo 8-12 14-18", "Tu 8-12", "Sa 9-12");
  expect(hoursOfSpecifications(specifications)).toEqual(hours);
});
