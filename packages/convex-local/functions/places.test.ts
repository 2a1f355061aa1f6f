import { expect, test } from "vitest";
import { Places } from "./places.ts";

test("who comes when all places are taken gets one in turn, and a place is given back once", async () => {
  const places = new Places(2);
  const giveBack = await places.take();
  await places.take();
  const order: string[] = [];
  const third = places.take().then(() => order.push("third"));
  void places.take().then(() => order.push("fourth"));
  await Promise.resolve();
  expect(order).toEqual([]);
  giveBack();
  giveBack();
  await third;
  expect(order).toEqual(["third"]);
});
