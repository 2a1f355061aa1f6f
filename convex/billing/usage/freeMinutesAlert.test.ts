// @vitest-environment node
import { afterEach, expect, test, vi } from "vitest";
import { startTest } from "../../test.setup";
import { countFreeMinutes } from "./freeMinutesAlert";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

// T96: docs/security.md
test("when free accounts together talk too much in an hour, the log says so once, and again in another hour", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1, 12, 30) });
  vi.stubEnv("FREE_MINUTES_ALERT", "3");
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const t = startTest();
  const talk = (seconds: number) => t.run((ctx) => countFreeMinutes(ctx, seconds));
  await talk(100);
  await talk(80);
  expect(said).not.toHaveBeenCalled();
  await talk(1);
  await talk(500);
  expect(said.mock.calls).toEqual([
    ["ALERT Free accounts use many minutes", { minutesThisHour: 3, limitMinutes: 3 }],
  ]);
  vi.setSystemTime(Date.UTC(2026, 0, 1, 13));
  await talk(180);
  expect(said).toHaveBeenCalledOnce();
  await talk(10);
  expect(said).toHaveBeenCalledTimes(2);
});
