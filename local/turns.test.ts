import { expect, test } from "vitest";
import { ownTurn } from "./turns.ts";

test("what asks at the same moment is done in turns of its own, in its order, and timers run between", async () => {
  const order: string[] = [];
  const turnsOfTheLoop = { count: 0, isCounting: true };
  const count = () => {
    turnsOfTheLoop.count += 1;
    if (turnsOfTheLoop.isCounting) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  const work = async (name: string) => {
    await ownTurn();
    order.push(name);
    seen.push(turnsOfTheLoop.count);
  };
  await Promise.all(["a", "b", "c"].map(work));
  turnsOfTheLoop.isCounting = false;
  expect(order).toEqual(["a", "b", "c"]);
  expect(new Set(seen).size).toBe(3);
});
