import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOUR_MS } from "../shared/durations";
import { createMessagePass, readMessagePass } from "./messagePass";

beforeEach(() => {
  vi.stubEnv("TRIAL_KEYS", "a-key-of-this-test");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

// T103: docs/security.md
test("a pass is valid for its assistant and its case, for an hour", async () => {
  vi.useFakeTimers();
  const pass = await createMessagePass("ada", "busy");
  expect(await readMessagePass("ada", pass)).toBe("busy");
  expect(await readMessagePass("bob", pass)).toBeNull();
  expect(await readMessagePass("ada", pass.replace("busy", "closed"))).toBeNull();
  expect(await readMessagePass("ada", `${pass}x`)).toBeNull();
  for (const none of [undefined, null, 7, "", "busy", "busy.", "toString.x"]) {
    expect(await readMessagePass("ada", none)).toBeNull();
  }
  vi.advanceTimersByTime(HOUR_MS);
  expect(await readMessagePass("ada", pass)).toBeNull();
});
