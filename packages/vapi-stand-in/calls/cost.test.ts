import { expect, test } from "vitest";
import { costOf, tokensOf } from "./cost.ts";

const call = {
  model: { provider: "openai", model: "gpt-4.1-mini" },
  voice: { provider: "11labs", voiceId: "EXAVITQu4vr4xnSDxMaL" },
  transport: "daily",
} as const;

test("[C11] the total is the sum of the parts, and both lists agree", () => {
  const used = {
    seconds: 90,
    recognizedSeconds: 30,
    spokenCharacters: 400,
    promptTokens: 1000,
    completionTokens: 100,
  };
  const { cost, costs, costBreakdown } = costOf(used, call);
  expect(costBreakdown).toMatchObject({ vapi: 0.075, stt: 0.005, tts: 0.02, llm: 0.000_56 });
  expect(cost).toBe(0.100_56);
  expect(costBreakdown.total).toBe(cost);
  expect(costs.reduce((sum, part) => sum + part.cost, 0)).toBeCloseTo(cost, 9);
});

test("[C11] a call that never began costs nothing", () => {
  const nothing = {
    seconds: 0,
    recognizedSeconds: 0,
    spokenCharacters: 0,
    promptTokens: 0,
    completionTokens: 0,
  };
  expect(costOf(nothing, call).cost).toBe(0);
  expect(tokensOf("")).toBe(0);
});
