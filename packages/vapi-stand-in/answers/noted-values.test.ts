import { expect, test } from "vitest";
import type { FunctionTool } from "../store/resources.ts";
import { notedCalls } from "./noted-values.ts";

const NOTES: FunctionTool = {
  type: "function",
  async: true,
  function: {
    name: "note",
    parameters: {
      type: "object",
      properties: {
        name: { type: "string", description: "Name. In the visitor's words." },
        email_address: { type: "string", description: "Email address. An email address." },
        phone_number: { type: "string", description: "Phone number. A phone number." },
        guests: { type: "number", description: "Guests. A number." },
        way: { type: "string", description: "Way. One of these.", enum: ["Pick-up", "Delivery"] },
      },
    },
  },
};

test.each([
  ["My name is Ada, and guests: three.", { name: "Ada", guests: 3 }],
  ["Write to ada@example.com.", { email_address: "ada@example.com" }],
  ["Call me at +1 555 010 2030, please.", { phone_number: "+1 555 010 2030" }],
  ["I would like delivery.", { way: "Delivery" }],
])("[C29] “%s” is noted", (words, given) => {
  expect(notedCalls(words, [NOTES])).toEqual([{ tool: NOTES, arguments: given }]);
});

test("[C29] nothing is noted of a question", () => {
  expect(notedCalls("When do you open?", [NOTES])).toEqual([]);
});
