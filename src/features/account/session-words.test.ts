import { expect, test } from "vitest";
import { deviceName, isHandheld, placeName } from "./session-words";

test.each([
  ["Europe/Zurich", "Near Zurich"],
  ["America/Argentina/Buenos_Aires", "Near Buenos Aires"],
  ["Etc/GMT+3", null],
  ["UTC", null],
  [null, null],
])("of the time zone %s a reader is told %s", (timeZone, place) => {
  expect(placeName({ timeZone })).toBe(place);
});

test("phones and tablets are told from the rest", () => {
  const handheld = [
    "Safari on iPhone",
    "Chrome on Android",
    "Safari on iPad",
    "Chrome on macOS",
    null,
  ];
  expect(handheld.map((device) => isHandheld({ device }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(deviceName({ device: null })).toBe("Unknown device");
});
