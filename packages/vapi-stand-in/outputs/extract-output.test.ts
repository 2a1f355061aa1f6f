import { expect, test } from "vitest";
import type { CallMessage, OutputSchema } from "../store/resources.ts";
import { extractOutput } from "./extract-output.ts";

/** A Wednesday. */
const NOW = Date.UTC(2026, 10, 25, 12);

const ORDER: OutputSchema = {
  type: "object",
  properties: {
    found: {
      type: "object",
      properties: {
        name: { type: "string", description: "Name" },
        phone_number: { type: "string", description: "Phone number, as digits" },
        order: { type: "string", description: "Order" },
        loaves: { type: "number", description: "Number of loaves" },
        day: { type: "string", description: "Day", format: "date" },
        way: { type: "string", description: "Way", enum: ["Pick-up", "Delivery"] },
        call_back: { type: "boolean", description: "Call back" },
        email: { type: "string", description: "E-mail address", format: "email" },
      },
    },
    unanswered: {
      type: "array",
      description: "Each question without an answer",
      items: { type: "string" },
    },
    mood: { type: "string", enum: ["positive", "neutral", "negative"] },
    language: { type: "string", description: "The language, as an ISO 639-1 code" },
  },
};

const VERDICT: OutputSchema = {
  type: "object",
  properties: {
    summary: { type: "string", description: "A summary of the call in two or three sentences" },
    success: { type: "boolean", description: "Whether the call was a success" },
  },
};

function told(lines: string[], unanswered: string[] = [], schema = ORDER) {
  const messages = lines.map((line): CallMessage => {
    const [who = "", message = ""] = line.split(": ");
    return { role: who === "A" ? "bot" : "user", message, time: 0, secondsFromStart: 0 };
  });
  const answeredTurns = lines.filter((line) => line.startsWith("A: ")).length;
  return extractOutput(schema, { messages, unanswered, answeredTurns, nowMs: NOW });
}

test("[C19] an order is found in what was said", () => {
  const lines = [
    "A: Hello, how can I help you?",
    "V: i would like three loaves of rye for friday",
    "A: Gladly. May I have your name?",
    "V: ada lovelace",
    "A: Shall we call you back?",
    "V: no",
    "A: Is it pick-up or delivery?",
    "V: pick up and my number is five five five one two three four thank you",
  ];
  expect(told(lines)).toEqual({
    found: {
      name: "Ada Lovelace",
      phone_number: "5551234",
      order: "i would like three loaves of rye for friday",
      loaves: 3,
      day: "2026-11-27",
      way: "Pick-up",
      call_back: false,
    },
    unanswered: [],
    mood: "positive",
    language: "en",
  });
});

test("[C19] what was not said is left out, not guessed", () => {
  expect(told(["A: Hello.", "V: do you sell tyres"], ["do you sell tyres"])).toEqual({
    found: {},
    unanswered: ["do you sell tyres"],
    mood: "neutral",
    language: "en",
  });
  expect(told(["A: Hello."])).toEqual({ found: {}, unanswered: [], mood: "neutral" });
});

test("[C19] a call has a summary, and was a success if a question was answered", () => {
  const question = "U: when do you open";
  expect(told([question, "A: At eight."], [], VERDICT)).toEqual({
    summary: "The visitor said “when do you open”. The assistant's last answer began: “At eight.”",
    success: true,
  });
  expect(told([question], [], VERDICT)).toMatchObject({ success: false });
});
