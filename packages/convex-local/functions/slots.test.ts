import { expect, test } from "vitest";
import { Slots } from "./slots.ts";

test("a caller waits in order while all slots are taken, and releasing a slot twice frees it once", async () => {
  const slots = new Slots(2);
  const release = await slots.acquire();
  await slots.acquire();
  const order: string[] = [];
  const third = slots.acquire().then(() => order.push("third"));
  void slots.acquire().then(() => order.push("fourth"));
  await Promise.resolve();
  expect(order).toEqual([]);
  release();
  release();
  await third;
  expect(order).toEqual(["third"]);
});
