import { expect, test } from "vitest";
import { assistantForCall, assistantForLaterChat, systemPromptOf } from "./assistant-for-call.ts";

const assistant = {
  name: "Rosie",
  firstMessage: "Hello {{ name }}, this is {{shop}}.",
  maxDurationSeconds: 600,
  model: {
    provider: "openai",
    model: "m",
    messages: [{ role: "system", content: "Sell for {{shop}}." }],
  },
};

test("[C2] overrides replace whole fields, variables fill in what is known", () => {
  const overrides = { maxDurationSeconds: 60, variableValues: { name: "Ann" } };
  const forCall = assistantForCall(assistant, overrides);
  expect(forCall).toMatchObject({
    name: "Rosie",
    maxDurationSeconds: 60,
    firstMessage: "Hello Ann, this is {{shop}}.",
  });
  expect(forCall).not.toHaveProperty("variableValues");
  expect(systemPromptOf(assistantForCall(assistant, { variableValues: { shop: "us" } }))).toBe(
    "Sell for us.",
  );
});

test("[S1] variables of a later chat fill only the templates of its overrides", () => {
  const session = assistantForCall(assistant, { variableValues: { name: "{{shop}}" } });
  const variableValues = { shop: "us" };
  const same = assistantForLaterChat(session, { variableValues });
  expect(same.firstMessage).toBe("Hello {{shop}}, this is {{shop}}.");
  expect(systemPromptOf(same)).toBe("Sell for {{shop}}.");
  const overrides = { firstMessage: "Bye from {{shop}}.", variableValues };
  expect(assistantForLaterChat(session, overrides)).toMatchObject({
    firstMessage: "Bye from us.",
    model: assistant.model,
  });
});

test("[C2] a template of a string is that string", () => {
  const firstMessage = 'Say {{ "{{" }}name}} to {{name}}, {{ "{%" }} if %}.';
  const forCall = assistantForCall({ firstMessage }, { variableValues: { name: "Ann" } });
  expect(forCall.firstMessage).toBe("Say {{name}} to Ann, {% if %}.");
});

test("[C2] an assistant without a model has an empty prompt", () => {
  expect(systemPromptOf(assistantForCall({}))).toBe("");
});
