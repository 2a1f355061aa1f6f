import { expect, test } from "vitest";
import { RightOfWay } from "./right-of-way.ts";

test("it is free until somebody takes it, and goes to those who want it in their order", async () => {
  const way = new RightOfWay();
  expect(way.whenFree()).toBeNull();
  const order: string[] = [];
  const giveBack = await way.take();
  const second = way.take().then((give) => {
    order.push("second");
    give();
  });
  const third = way.take().then((give) => {
    order.push("third");
    give();
  });
  const free = way.whenFree()?.then(() => order.push("free"));
  await Promise.resolve();
  expect(order).toEqual([]);
  giveBack();
  await Promise.all([second, third, free]);
  expect(order).toEqual(["second", "third", "free"]);
  expect(way.whenFree()).toBeNull();
});
