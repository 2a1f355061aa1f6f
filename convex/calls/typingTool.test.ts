import { expect, test } from "vitest";
import { LANGUAGES } from "../shared/languages";
import { typingTool } from "./typingTool";

test.each(LANGUAGES)("the assistant says in $name where to type", ({ id, typeHere }) => {
  const tool = typingTool(id);
  expect(tool.messages).toEqual([{ type: "request-start", content: typeHere }]);
});

test("an assistant without a language says it in English", () => {
  expect(typingTool(null)).toEqual(typingTool("en"));
});
