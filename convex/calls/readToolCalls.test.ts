import { expect, test } from "vitest";
import { argumentsOf, toolCallsIn } from "./readToolCalls";

const TOOL = "ask";
const EMAIL = { kind: "email", label: "Email address" };

// ToolCall in https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json, and the guides tools/custom-tools and server-url/events.
test.each([
  {
    id: "call_1",
    type: "function",
    function: { name: TOOL, arguments: JSON.stringify(EMAIL) },
  },
  { id: "call_1", type: "function", function: { name: TOOL, arguments: EMAIL } },
  { id: "call_1", type: "function", function: { name: TOOL, parameters: EMAIL } },
  { id: "call_1", name: TOOL, arguments: EMAIL },
  { id: "call_1", name: TOOL, parameters: EMAIL },
])("a tool call is read as %j", (toolCall) => {
  const read = toolCallsIn({ toolCallList: [toolCall] });
  expect(read).toMatchObject([{ id: "call_1", name: TOOL }]);
  expect(read.map(argumentsOf)).toEqual([EMAIL]);
});

// T102: docs/security.md
test("what is no call of a tool is passed over", () => {
  const strangers = [null, 7, { id: 1, name: TOOL }, { id: "a", name: 7 }, {}];
  expect(toolCallsIn({ toolCallList: strangers })).toEqual([]);
  expect(toolCallsIn({ toolCallList: "none" })).toEqual([]);
  expect(toolCallsIn({})).toEqual([]);
});
