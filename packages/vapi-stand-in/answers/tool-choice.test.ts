import { expect, test } from "vitest";
import type { FunctionTool } from "../store/resources.ts";
import { canAsk, chooseTool, isValue } from "./tool-choice.ts";

const ASK: FunctionTool = {
  type: "function",
  function: {
    name: "ask",
    parameters: {
      type: "object",
      properties: { kind: { type: "string", enum: ["email", "phone"] }, label: { type: "string" } },
    },
  },
};
const OTHER: FunctionTool = { type: "function", function: { name: "other" } };

test.each([
  ["Can you write me an email?", "email", "Email address"],
  ["Please send me a message.", "email", "Email address"],
  ["could you call me back", "phone", "Phone number"],
])("[C27] “%s” makes it ask for the %s", (question, kind, label) => {
  const called = chooseTool(question, [OTHER, ASK]);
  expect(called).toMatchObject({ tool: ASK, arguments: { kind, label } });
  expect(called?.after("")).toBe("I am waiting for it.");
});

test.each(["When do you open?", "My email is ada@example.com", "Call me at 555 0100"])(
  "[C27] “%s” needs no tool",
  (question) => {
    expect(chooseTool(question, [ASK])).toBeNull();
  },
);

test("[C27] without a tool that asks for such a thing none is used", () => {
  expect(chooseTool("Can you write me an email?", [OTHER])).toBeNull();
  expect(chooseTool("Can you write me an email?", [])).toBeNull();
  expect([canAsk([OTHER]), canAsk([OTHER, ASK])]).toEqual([false, true]);
});

test("[C27] an address or a number alone is what was asked for", () => {
  expect(["[typed] ada@example.com", "+44 20 7946 0100"].map(isValue)).toEqual([true, true]);
  expect(["I am ada@example.com", "At seven.", "[typed] Ada"].map(isValue)).not.toContain(true);
});
