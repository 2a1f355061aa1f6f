import { expect, test } from "vitest";
import { parseLanguageModel } from "./vapiModel";

test("without a setting, assistants use the model that we have tried", () => {
  expect(parseLanguageModel(null)).toEqual({ provider: "openai", model: "gpt-4.1-mini" });
});

test.each([
  ["openai/gpt-4.1", { provider: "openai", model: "gpt-4.1" }],
  ["anthropic/claude-sonnet-4-6", { provider: "anthropic", model: "claude-sonnet-4-6" }],
  ["groq/openai/gpt-oss-120b", { provider: "groq", model: "openai/gpt-oss-120b" }],
])("%s names a provider and its model", (text, model) => {
  expect(parseLanguageModel(text)).toEqual(model);
});

test.each(["gpt-4.1", "openai/", "/gpt-4.1", "openai/gpt 4.1", "OpenAI/gpt-4.1", ""])(
  "%j is refused with an example",
  (text) => {
    expect(() => parseLanguageModel(text)).toThrow(/like openai\/gpt-4.1-mini/);
  },
);
