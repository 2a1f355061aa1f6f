import { expect, test } from "vitest";
import type { ToolCall } from "../store/resources.ts";
import { resultIn } from "./tool-result.ts";

const CALL: ToolCall = { id: "a", type: "function", function: { name: "ask", arguments: "{}" } };
const named = (result: object) => ({ name: "ask", ...result });

test.each([
  [
    {
      results: [
        named({ toolCallId: "b", result: "No." }),
        named({ toolCallId: "a", result: "Yes." }),
      ],
    },
    "Yes.",
  ],
  [{ results: [named({ toolCallId: "a", error: "Broken." })] }, "Broken."],
  [{ error: "All broken." }, "All broken."],
  [{ results: [named({ toolCallId: "b", result: "No." })] }, "No result returned"],
  [{ results: [named({ toolCallId: "a", result: 7 })] }, "No result returned"],
  [{ results: "none" }, "No result returned"],
  [null, "No result returned"],
])("[C27] of %j the model is told %j", (answer, told) => {
  expect(resultIn(answer, CALL)).toBe(told);
});
