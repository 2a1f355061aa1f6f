import { expect, test } from "vitest";
import { DETAILS_TOOL } from "./detailsTool";
import { lookupsIn } from "./lookups";
import { TYPING_TOOL } from "./typingTool";

const calling = (...toolCalls: unknown[]) => ({ role: "tool_calls", message: "", toolCalls });
const toolCall = (given: string, name = "query_tool") => ({
  ...{ id: crypto.randomUUID(), type: "function" },
  function: { name, arguments: given },
});

// ToolCallMessage, ToolCall: https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json
test("each tool call is one lookup, with its query if the platform reports it", () => {
  const first = toolCall('{"query":"opening hours"}');
  const result = { role: "tool_call_result", toolCallId: first.id, name: "query_tool" };
  const messages = [
    calling(first, toolCall("{}")),
    { ...result, result: "From seven." },
    { role: "bot", message: "We open at seven." },
    calling(first, toolCall('{"query":" "}'), toolCall("no JSON")),
  ];
  expect(lookupsIn(messages)).toEqual(["opening hours", null, null, null]);
});

// AssistantMessage, ToolMessage in the messages of a session
test("a typed conversation has its lookups in messages of the assistant", () => {
  const called = toolCall('{"query":"opening hours"}');
  const messages = [
    { role: "user", content: "When do you open?" },
    { role: "assistant", content: "", tool_calls: [called, toolCall("{}", "endCall")] },
    { role: "tool", content: "From seven.", tool_call_id: called.id },
    { role: "assistant", content: "We open at seven." },
  ];
  expect(lookupsIn(messages)).toEqual(["opening hours"]);
});

test("without such a message nothing is known", () => {
  expect(lookupsIn([{ role: "bot", message: "Hello." }])).toEqual([]);
  expect(lookupsIn([calling(null, 7, { id: 3 }), { role: "tool_calls" }, null])).toEqual([]);
  expect(lookupsIn("none")).toEqual([]);
});

test("what ends a call, asks for something in writing, notes something or uses the page is no lookup", () => {
  const others = [toolCall("{}", "endCall"), toolCall("{}", "end_call_tool")];
  const typing = toolCall('{"kind":"email","label":"Email"}', TYPING_TOOL);
  const ours = [toolCall('{"name":"Ada"}', DETAILS_TOOL), toolCall("{}", "page_openPage")];
  expect(lookupsIn([calling(...others, typing, ...ours)])).toEqual([]);
});

// T31: docs/security.md
test("at most twenty are stored, and the beginning of each", () => {
  const long = JSON.stringify({ query: "x".repeat(5_000) });
  const lookups = lookupsIn(Array.from({ length: 50 }, () => calling(toolCall(long))));
  expect(lookups).toHaveLength(20);
  expect(lookups[0]).toHaveLength(200);
});
