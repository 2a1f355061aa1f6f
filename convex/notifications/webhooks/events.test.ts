import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { WEBHOOK_EVENTS } from "../../shared/webhooks";
import { withinSize } from "./events";

const CONVEX = path.resolve(import.meta.dirname, "../..");

const sizeOf = (data: object) => new TextEncoder().encode(JSON.stringify(data)).length;

test("short data is not changed", () => {
  const data = { callId: "1", note: "short", count: 3, isTest: false, missing: null };
  expect(withinSize(data)).toEqual(data);
});

test("the longest texts are shortened until the data fits, and isShortened is set", () => {
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

test("each event is announced by a feature, and is in the table of docs/webhooks.md", () => {
  const sources = readdirSync(CONVEX, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(path.join(CONVEX, file), "utf8"));
  const announced = sources.flatMap((source) =>
    [...source.matchAll(/\bannounce\(\s*ctx,\s*[\w.]+,\s*"([\w.]+)"/g)].map(([, event]) => event),
  );
  expect(new Set(announced)).toEqual(new Set(WEBHOOK_EVENTS));
  const docs = readFileSync(path.join(CONVEX, "../docs/webhooks.md"), "utf8");
  const described = [...docs.matchAll(/^\| `([\w.]+)` +\|/gm)].map(([, event]) => event);
  expect(described).toEqual([...WEBHOOK_EVENTS, "test"]);
});
