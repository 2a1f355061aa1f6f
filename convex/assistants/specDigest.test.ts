import { expect, test } from "vitest";
import { DEFAULT_CONVERSATION } from "../shared/conversation";
import { EVERY_SETTING, digestOfSpecs } from "./specDigest";

const SETTINGS = {
  webhookUrl: "https://app.example/vapi",
  hasPublicKey: true,
  voiceIds: {},
  languageModel: { provider: "openai", model: "gpt-4.1-mini" },
};
const SECRETS = ["secret", "key"];

test("the same code and settings have the same digest, and any other setting another", async () => {
  const print = await digestOfSpecs(SETTINGS, SECRETS);
  expect(await digestOfSpecs({ ...SETTINGS }, [...SECRETS])).toBe(print);
  const others = await Promise.all([
    digestOfSpecs({ ...SETTINGS, webhookUrl: "https://other.example/vapi" }, SECRETS),
    digestOfSpecs({ ...SETTINGS, hasPublicKey: false }, SECRETS),
    digestOfSpecs({ ...SETTINGS, voiceIds: { sarah: "another" } }, SECRETS),
    digestOfSpecs(
      { ...SETTINGS, languageModel: { provider: "openai", model: "gpt-4.1" } },
      SECRETS,
    ),
    digestOfSpecs(SETTINGS, ["another", "key"]),
  ]);
  expect(new Set([print, ...others]).size).toBe(others.length + 1);
});

test("the samples have each setting of a talk in another way than by default", () => {
  const same = Object.entries(EVERY_SETTING).filter(
    ([name, value]) => value === DEFAULT_CONVERSATION[name as keyof typeof DEFAULT_CONVERSATION],
  );
  expect(same).toEqual([]);
});
