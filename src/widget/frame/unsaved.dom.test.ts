import { expect, test } from "vitest";
import { unsavedOf } from "./unsaved";

const message = {
  hark: "unsaved",
  name: "Ada",
  greeting: null,
  theme: "system",
  look: { widgetColor: "#14b8a6", widgetIcon: "bot", widgetSize: "small" },
  settings: { name: "Ada" },
} as const;

test("unsaved settings are taken from a page of the app", () => {
  const unsaved = { ...message, origin: window.location.origin };
  expect(unsavedOf({ unsaved })).toEqual(unsaved);
  expect(unsavedOf({})).toBeNull();
});

// T26: docs/security.md
test("unsaved settings from a page of another website are ignored", () => {
  expect(unsavedOf({ unsaved: { ...message, origin: "https://elsewhere.example" } })).toBeNull();
});
