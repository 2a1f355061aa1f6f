import { expect, test } from "vitest";
import { OFFICE_HOURS } from "../shared/openingHours";
import { openingHoursSpec, openingHoursText } from "./openingHoursSpec";

const BERLIN = { openingHours: OFFICE_HOURS, timeZone: "Europe/Berlin" };
const at = (time: string) => Date.parse(time);

test("the prompt has the hours, the local time and whether it is open", () => {
  expect(openingHoursText(BERLIN, at("2026-11-27T20:05:00Z"))).toBe(
    "It is Friday, 2026-11-27, 21:05 in the time zone Europe/Berlin. " +
      "Opening hours: Monday 09:00 to 17:00; Tuesday 09:00 to 17:00; Wednesday 09:00 to 17:00; " +
      "Thursday 09:00 to 17:00; Friday 09:00 to 17:00; Saturday closed; Sunday closed. " +
      "We are closed now. We open on Monday at 09:00.",
  );
  expect(openingHoursText(BERLIN, at("2026-11-27T12:00:00Z"))).toMatch(/ We are open now\.$/);
});

test("an assistant that never opens says no day", () => {
  const never = { ...BERLIN, openingHours: OFFICE_HOURS.map(() => []) };
  expect(openingHoursText(never, at("2026-11-27T12:00:00Z"))).toMatch(/ We are closed\.$/);
});

test("an assistant without opening hours is told nothing about them", () => {
  const always = { ...BERLIN, openingHours: null };
  expect(openingHoursText(always, at("2026-11-27T12:00:00Z"))).toBeNull();
  expect(openingHoursSpec(always)).toEqual([]);
  expect(openingHoursSpec(BERLIN).join("")).toContain("{{openingHours}}");
});
