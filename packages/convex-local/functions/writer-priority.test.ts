import { expect, test } from "vitest";
import { WriterPriority } from "./writer-priority.ts";

test("it is free until a mutation acquires it, and is granted in the order of requests", async () => {
  const priority = new WriterPriority();
  expect(priority.whenFree()).toBeNull();
  const order: string[] = [];
  const release = await priority.acquire();
  const second = priority.acquire().then((releaseNext) => {
    order.push("second");
    releaseNext();
  });
  const third = priority.acquire().then((releaseNext) => {
    order.push("third");
    releaseNext();
  });
  const free = priority.whenFree()?.then(() => order.push("free"));
  await Promise.resolve();
  expect(order).toEqual([]);
  release();
  await Promise.all([second, third, free]);
  expect(order).toEqual(["second", "third", "free"]);
  expect(priority.whenFree()).toBeNull();
});
