import { expect, test } from "vitest";
import { withinSize } from "./events";

const sizeOf = (data: object) => new TextEncoder().encode(JSON.stringify(data)).length;

test("what is short is sent as it is", () => {
  const data = { callId: "1", note: "short", count: 3, isTest: false, missing: null };
  expect(withinSize(data)).toEqual(data);
});

test("what is too long is cut where it is longest, and says so", () => {
  const long = Object.fromEntries(
    Array.from({ length: 24 }, (_, index) => [`found_${index}`, "話".repeat(1_000)]),
  );
  const cut = withinSize({ callId: "1", unanswered: "?".repeat(6_000), ...long });
  expect(
    sizeOf({ type: "outcome.created", timestamp: "2026-01-01T00:00:00.000Z", data: cut }),
  ).toBeLessThan(20_000);
  expect(cut).toMatchObject({ callId: "1", isShortened: true });
  expect(Object.keys(cut)).toHaveLength(27);
  expect(JSON.stringify(cut)).not.toContain("\\ud");
});
