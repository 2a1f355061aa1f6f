import { expect, test } from "vitest";
import { voiceNotConfigured, WIDGET_MESSAGES } from "../../convex/shared/messages";
import { speakerFor } from "./said";

const LABELS = { name: "", idle: "", connecting: "", active: "", agree: "" };
const offline = { text: "Keine Verbindung mehr.", words: "Keine Verbindung" };
const notConfigured = { text: "Ada ist stumm.", words: "Stumm" };
const german = {
  name: "Ada",
  words: { language: "de", labels: LABELS, said: { offline }, notConfigured },
};

test("without other words it is English", () => {
  const { offline: text } = WIDGET_MESSAGES;
  expect(speakerFor({ name: "Ada" }).said(text)).toEqual({ text, words: "No connection" });
});

test("what the page was told in another language is said in it", () => {
  const { said } = speakerFor(german);
  expect(said(WIDGET_MESSAGES.offline)).toEqual(offline);
  expect(said(voiceNotConfigured("Ada"))).toEqual(notConfigured);
});

test("what the server has words of its own for keeps them", () => {
  const speaker = speakerFor({ name: "Ada" });
  const closed = { text: "We bake. Come back at six.", words: "Closed now" };
  expect(speaker.said(closed.text).words).toBe("No call possible");
  speaker.learn(closed);
  expect(speaker.said(closed.text)).toEqual(closed);
});
