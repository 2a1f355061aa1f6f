import { expect, test } from "vitest";
import { ApiError } from "../http/api-error.ts";
import { assistantFields } from "./assistant-shape.ts";
import { checkedBody } from "./check.ts";

function faultsOf(body: unknown): unknown {
  try {
    checkedBody(body, assistantFields);
    return [];
  } catch (error) {
    if (error instanceof ApiError) return error.details;
    throw error;
  }
}

test("[R3] all that is wrong is listed, nested properties with the way to them", () => {
  const body = {
    name: "x".repeat(41),
    maxDurationSeconds: 9,
    firstMessageMode: "shout",
    colour: "red",
    voice: { provider: "11labs", voiceId: 7, loud: true },
    model: { provider: "openai", messages: [{ role: "boss", content: "Hi" }] },
    server: { url: "ftp://a", backoffPlan: { type: "fixed", maxRetries: 11, baseDelaySeconds: 1 } },
  };
  expect(faultsOf(body)).toEqual([
    "property colour should not exist",
    "model.model should not be empty",
    "model.messages.0.role must be one of the following values: assistant, function, user, system, tool",
    "voice.property loud should not exist",
    "voice.voiceId must be a string",
    "firstMessageMode must be one of the following values: assistant-speaks-first, " +
      "assistant-speaks-first-with-model-generated-message, assistant-waits-for-user",
    "maxDurationSeconds must not be less than 10",
    "name must be shorter than or equal to 40 characters",
    "server.url must be a URL address",
    "server.backoffPlan.maxRetries must not be greater than 10",
  ]);
});

test("[R3] the bounds themselves are allowed", () => {
  expect(faultsOf({ name: "x".repeat(40), maxDurationSeconds: 10 })).toEqual([]);
  expect(faultsOf({ maxDurationSeconds: 43_200 })).toEqual([]);
  expect(faultsOf({ maxDurationSeconds: 43_201 })).not.toEqual([]);
});

test("[R3] a body that is no object is refused", () => {
  expect(faultsOf([])).toEqual(["the body must be a JSON object"]);
});
