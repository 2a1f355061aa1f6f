import { expect, test } from "vitest";
import { DEFAULT_TALK } from "../shared/conversation";
import { EVERY_SETTING, printOfSpecs } from "./specDigest";

const SETTINGS = { webhookUrl: "https://app.example/vapi", hasPublicKey: true, voiceIds: {} };
const SECRETS = ["secret", "key"];

test("the same code and settings have the same digest, and any other setting another", async () => {
  const print = await printOfSpecs(SETTINGS, SECRETS);
  expect(await printOfSpecs({ ...SETTINGS }, [...SECRETS])).toBe(print);
  const others = await Promise.all([
    printOfSpecs({ ...SETTINGS, webhookUrl: "https://other.example/vapi" }, SECRETS),
    printOfSpecs({ ...SETTINGS, hasPublicKey: false }, SECRETS),
    printOfSpecs({ ...SETTINGS, voiceIds: { sarah: "another" } }, SECRETS),
    printOfSpecs(SETTINGS, ["another", "key"]),
  ]);
  expect(new Set([print, ...others]).size).toBe(others.length + 1);
});

test("the samples have each setting of a talk in another way than by default", () => {
  const same = Object.entries(EVERY_SETTING).filter(
    ([name, value]) => value === DEFAULT_TALK[name as keyof typeof DEFAULT_TALK],
  );
  expect(same).toEqual([]);
});
