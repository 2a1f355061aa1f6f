import { expect, test } from "vitest";
import { deathDelayMs, GIVE_UP_AFTER_MS, isOutOfRetries, retryDelayMs } from "./retryDelay";

const MINUTE_MS = 60_000;

// T44: docs/security.md
test("waits double from a minute up to six hours", () => {
  const minutes = [1, 2, 3, 9, 10, 50].map((failures) => retryDelayMs(failures, 0.5) / MINUTE_MS);
  expect(minutes).toEqual([1, 2, 4, 256, 360, 360]);
});

test("what failed together does not come back together", () => {
  expect(retryDelayMs(1, 0)).toBe(MINUTE_MS / 2);
  expect(retryDelayMs(1, 1)).toBe(1.5 * MINUTE_MS);
});

test("three days are some twenty attempts", () => {
  let attempts = 0;
  for (let waitedMs = 0; waitedMs < GIVE_UP_AFTER_MS; waitedMs += retryDelayMs(attempts, 0.5)) {
    attempts += 1;
  }
  expect(attempts).toBe(20);
});

test("neither a night without us nor a bad hour of a vendor's is enough to give up", () => {
  expect(isOutOfRetries(2, 20 * GIVE_UP_AFTER_MS)).toBe(false);
  expect(isOutOfRetries(19, GIVE_UP_AFTER_MS - 1)).toBe(false);
  expect(isOutOfRetries(19, GIVE_UP_AFTER_MS)).toBe(true);
});

test("what a vendor keeps for a time is asked for as long, and no longer", () => {
  expect(isOutOfRetries(20, GIVE_UP_AFTER_MS, 4 * GIVE_UP_AFTER_MS)).toBe(false);
  expect(isOutOfRetries(1, 4 * GIVE_UP_AFTER_MS, 4 * GIVE_UP_AFTER_MS)).toBe(true);
});

test("what died with its backend is done again at once, and waits when it dies again and again", () => {
  const minutes = [1, 2, 3, 4, 5, 50].map((deaths) => deathDelayMs(deaths, 0.5) / MINUTE_MS);
  expect(minutes).toEqual([0, 0, 0, 1, 2, 360]);
});
