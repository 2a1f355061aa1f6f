// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { codeFor, isCodeFor, isLinkKeyFor, linkKeyFor } from "./linkKeys";

const [OLD, NEW] = ["an-old-key-of-these-tests", "a-new-key-of-these-tests"];

beforeEach(() => {
  vi.stubEnv("TRIAL_KEYS", OLD);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test("a key fits what it was made for, and nothing else", async () => {
  const key = await linkKeyFor("reset 1");
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(await isLinkKeyFor("reset 1", key)).toBe(true);
  expect(await isLinkKeyFor("reset 2", key)).toBe(false);
  expect(await isLinkKeyFor("reset 1", `${key}x`)).toBe(false);
  expect(await isLinkKeyFor("reset 1", "")).toBe(false);
});

// T5: docs/security.md
test("a code has ten signs that nobody mistakes, and is taken however it is typed", async () => {
  const code = await codeFor("reset 1");
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
  for (const typed of [code, code.toLowerCase(), code.replace("-", ""), ` ${code} `]) {
    expect(await isCodeFor("reset 1", typed)).toBe(true);
  }
  expect(await isCodeFor("reset 2", code)).toBe(false);
  expect(await isCodeFor("reset 1", "")).toBe(false);
});

test("two requests have two codes", async () => {
  const codes = await Promise.all(Array.from({ length: 200 }, (_, n) => codeFor(`reset ${n}`)));
  expect(new Set(codes).size).toBe(200);
});

// T3: docs/security.md
test("what an older key made is good while that key is there", async () => {
  const [key, code] = [await linkKeyFor("reset 1"), await codeFor("reset 1")];
  vi.stubEnv("TRIAL_KEYS", `${NEW} ${OLD}`);
  expect(await isLinkKeyFor("reset 1", key)).toBe(true);
  expect(await isCodeFor("reset 1", code)).toBe(true);
  expect(await linkKeyFor("reset 1")).not.toBe(key);
  vi.stubEnv("TRIAL_KEYS", NEW);
  expect(await isLinkKeyFor("reset 1", key)).toBe(false);
  expect(await isCodeFor("reset 1", code)).toBe(false);
});
