import { expect, test } from "vitest";
import { types } from "./document.ts";
import { faultsOf } from "./faults.ts";
import { unsimulated } from "./simulated.ts";

const schema = { ref: "CreateAssistantDTO" };
const faults = (body: unknown) => faultsOf(schema, body, { types, isNullAbsent: true });

test("[R3] all that is wrong is listed, nested properties with the way to them", () => {
  const body = {
    name: "x".repeat(41),
    maxDurationSeconds: 9,
    firstMessageMode: "shout",
    colour: "red",
    voice: { provider: "11labs", voiceId: 7, loud: true },
    model: { provider: "openai", messages: [{ role: "boss", content: "Hi" }] },
    server: { backoffPlan: { type: "fixed", maxRetries: 11, baseDelaySeconds: 1 } },
  };
  expect(faults(body)).toEqual([
    "property colour should not exist",
    "model.messages.0.role must be one of the following values: assistant, function, user, system, tool",
    "model.model should not be empty",
    "voice.property loud should not exist",
    "voice.voiceId must be a string",
    "firstMessageMode must be one of the following values: assistant-speaks-first, " +
      "assistant-speaks-first-with-model-generated-message, assistant-waits-for-user",
    "maxDurationSeconds must not be less than 10",
    "name must be shorter than or equal to 40 characters",
    "server.backoffPlan.maxRetries must not be greater than 10",
  ]);
});

test("[R3] the bounds themselves are allowed, and null where nothing is required", () => {
  expect(faults({ name: "x".repeat(40), maxDurationSeconds: 10 })).toEqual([]);
  expect(faults({ maxDurationSeconds: 43_200, voice: null })).toEqual([]);
  expect(faults({ model: { provider: null } })).not.toEqual([]);
  expect(faultsOf(schema, { voice: null }, { types })).toEqual(["voice must be an object"]);
});

test("[R3] a body that is no object, or of no known kind, is refused", () => {
  expect(faults([])).toEqual(["the body must be an object"]);
  const [said] = faults({ voice: { provider: "nobody", voiceId: "x" } });
  expect(said).toContain("voice must have a provider of the following values: azure, ");
});

test("[R11] what is asked for in vain is named", () => {
  const body = {
    clientMessages: ["transcript", "hang"],
    artifactPlan: { videoRecordingEnabled: true, pcapEnabled: true },
    voice: { provider: "11labs", voiceId: "x", speed: 1 },
  };
  expect(unsimulated(schema, body)).toEqual([
    "clientMessages hang",
    "artifactPlan.videoRecordingEnabled true",
    "artifactPlan.pcapEnabled",
    "voice.speed",
  ]);
});
