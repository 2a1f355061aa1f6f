// @vitest-environment node
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Appointment, calendarFile } from "./calendarFile";

const APPOINTMENT: Appointment = {
  ...{ uid: "run@hark.example", title: "Cake tasting", minutes: 30, isTentative: false },
  ...{ startMs: Date.UTC(2026, 10, 30, 8), stampMs: Date.UTC(2026, 10, 28, 13, 24, 49) },
};

/** As section 3.1 unfolds lines. */
const linesOf = (file: string) => file.replaceAll("\r\n ", "").split("\r\n");

test("an appointment has its times in UTC, and each line ends as the format wants it", () => {
  expect(calendarFile(APPOINTMENT)).toBe(
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Hark//Hark//EN",
      "METHOD:PUBLISH",
      "BEGIN:VEVENT",
      "UID:run@hark.example",
      "DTSTAMP:20261128T132449Z",
      "DTSTART:20261130T080000Z",
      "DTEND:20261130T083000Z",
      "SUMMARY:Cake tasting",
      "STATUS:CONFIRMED",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n"),
  );
  expect(calendarFile({ ...APPOINTMENT, isTentative: true })).toContain("STATUS:TENTATIVE\r\n");
});

test("separators in a title are escaped", () => {
  const file = calendarFile({
    ...APPOINTMENT,
    title: String.raw`Cakes, tea; a\b` + "\r\nEND:VEVENT",
  });
  expect(file).toContain(String.raw`SUMMARY:Cakes\, tea\; a\\b\nEND:VEVENT` + "\r\n");
  expect(linesOf(file).filter((line) => line === "END:VEVENT")).toHaveLength(1);
});

test("no line is longer than 75 octets, no character is cut, and no title adds a line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (title) => {
      const file = calendarFile({ ...APPOINTMENT, title });
      for (const line of file.split("\r\n")) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      }
      expect(linesOf(file)).toHaveLength(14);
      expect(file).not.toMatch(/[^\r]\n|\r[^\n]/);
      expect(new TextDecoder("utf-8", { fatal: true }).decode(new TextEncoder().encode(file))).toBe(
        file,
      );
    }),
  );
});
