import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { collectGarbage } from "./collect-garbage.ts";

test("another thread that takes the flag away does no harm", async () => {
  const taking = `
    const { setFlagsFromString } = require("node:v8");
    for (;;) setFlagsFromString("--no-expose-gc");
  `;
  const other = new Worker(taking, { eval: true });
  await new Promise((resolve) => other.once("online", resolve));
  expect(() => {
    for (let time = 0; time < 200; time++) collectGarbage();
  }).not.toThrow();
  await other.terminate();
});
