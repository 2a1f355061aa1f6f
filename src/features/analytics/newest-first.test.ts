import { expect, test } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import { withChanges, withNewest, withOlder } from "./newest-first";
import { aCall } from "../../lib/sample-call";

function callAt(second: number, status: "queued" | "ended" = "ended") {
  const createdAt = `2026-11-21T10:00:0${second}.000Z`;
  return aCall({ id: `call${second}` as Id<"calls">, createdAt, status });
}

test("a new call comes first, and the one that fell out of the list stays", () => {
  const known = [callAt(3), callAt(2), callAt(1)];
  const merged = withNewest([callAt(4), callAt(3), callAt(2)], known);
  expect(merged.map(({ id }) => id)).toEqual(["call4", "call3", "call2", "call1"]);
});

test("a call is shown as it is now", () => {
  const [call] = withNewest([callAt(1, "ended")], [callAt(1, "queued")]);
  expect(call?.status).toBe("ended");
});

test("a call that never came about goes", () => {
  const merged = withNewest([callAt(3), callAt(1)], [callAt(3), callAt(2), callAt(1)]);
  expect(merged.map(({ id }) => id)).toEqual(["call3", "call1"]);
  expect(withNewest([], [callAt(1)])).toEqual([]);
});

test("no call is listed twice", () => {
  expect(withOlder([callAt(3), callAt(2)], [callAt(2), callAt(1)])).toHaveLength(3);
});

const idsOf = (calls: ReturnType<typeof withChanges>) => calls?.map(({ id }) => id);

test("what changed is taken in, and the list stays in order", () => {
  const known = [callAt(3, "queued"), callAt(2, "queued"), callAt(1)];
  const changed = [callAt(2), callAt(4, "queued"), callAt(3, "queued")];
  const list = withChanges(changed, [callAt(3, "queued"), callAt(2, "queued")], known);
  expect(idsOf(list)).toEqual(["call4", "call3", "call2", "call1"]);
  expect(list?.map(({ status }) => status)).toEqual(["queued", "queued", "ended", "ended"]);
});

test("a call that is older than the list does not tear a hole in it", () => {
  const known = [callAt(3), callAt(2)];
  expect(idsOf(withChanges([callAt(1), callAt(3)], [callAt(3)], known))).toEqual([
    "call3",
    "call2",
  ]);
});

test("where more may have changed than was told, and where a call is gone, the list is loaded anew", () => {
  const known = [callAt(3), callAt(2), callAt(1)];
  expect(withChanges([callAt(5), callAt(4)], [callAt(3)], known)).toBeNull();
  expect(withChanges([callAt(2)], [callAt(3), callAt(2)], known)).toBeNull();
  expect(withChanges([], [callAt(3)], known)).toBeNull();
});
