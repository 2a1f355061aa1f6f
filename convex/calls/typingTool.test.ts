import { expect, test } from "vitest";
import { LANGUAGES } from "../shared/languages";
import { TYPING_TOOL, typingRequestsIn, typingTool } from "./typingTool";

const EMAIL = { kind: "email", label: "Email address" };
const REQUEST = { toolCallId: "call_1", ...EMAIL };

test.each(LANGUAGES)("the assistant says in $name where to type", ({ id, typeHere }) => {
  const tool = typingTool(id);
  expect(tool.messages).toEqual([{ type: "request-start", content: typeHere }]);
});

test("an assistant without a language says it in English", () => {
  expect(typingTool(null)).toEqual(typingTool("en"));
});

// ToolCall in https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json, and the guides tools/custom-tools and server-url/events.
test.each([
  {
    id: "call_1",
    type: "function",
    function: { name: TYPING_TOOL, arguments: JSON.stringify(EMAIL) },
  },
  { id: "call_1", type: "function", function: { name: TYPING_TOOL, arguments: EMAIL } },
  { id: "call_1", type: "function", function: { name: TYPING_TOOL, parameters: EMAIL } },
  { id: "call_1", name: TYPING_TOOL, arguments: EMAIL },
  { id: "call_1", name: TYPING_TOOL, parameters: EMAIL },
])("a tool call is read as %j", (toolCall) => {
  expect(typingRequestsIn({ toolCallList: [toolCall] })).toEqual([REQUEST]);
});

// T102: docs/security.md
test("what is no call of this tool is passed over", () => {
  const strangers = [null, 7, { id: 1, name: TYPING_TOOL }, { id: "a", name: "query_tool" }, {}];
  expect(typingRequestsIn({ toolCallList: strangers })).toEqual([]);
  expect(typingRequestsIn({ toolCallList: "none" })).toEqual([]);
  expect(typingRequestsIn({})).toEqual([]);
});
