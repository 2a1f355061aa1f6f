import { expect, test } from "vitest";
import { messageText } from "./message-text";

const offline = ["Keine Verbindung mehr.", "Keine Verbindung"];
const not_configured = ["Ada ist stumm.", "Stumm"];
const labels = { name: "", idle: "", connecting: "", active: "", agree: "", type: "" };
const german = { texts: { language: "de", labels, messages: { offline, not_configured } } };

test("an assistant without a language speaks English", () => {
  expect(messageText({ kind: "code", code: "offline" }, {})).toEqual([
    "The connection failed. Please check your network and try again.",
    "No connection",
  ]);
});

test("a message is in the language that the page carries", () => {
  expect(messageText({ kind: "code", code: "offline" }, german)).toEqual(offline);
  const params = { name: "Ada" };
  const mute = { kind: "codeWithParams", code: "not_configured", params } as const;
  expect(messageText(mute, german)).toEqual(not_configured);
});

test("a message that the page has no translation of is in English", () => {
  const params = { usedMinutes: 12.5, limitMinutes: 12 };
  const limit = { kind: "codeWithParams", code: "free_trial_limit_reached", params } as const;
  expect(messageText(limit, german)).toEqual([
    "Free trial limit reached! You've used 12.5 of 12 free minutes. Please upgrade to continue using voice assistants.",
    "Trial limit reached",
  ]);
});

test("a text of the server's is shown as it is", () => {
  const closed = { text: "We bake. Come back at six.", shortText: "Closed now" };
  expect(messageText({ kind: "text", ...closed }, german)).toEqual(Object.values(closed));
});
