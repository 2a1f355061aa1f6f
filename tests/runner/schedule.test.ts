import { expect, test } from "vitest";
import { runSteps } from "./schedule.ts";
import type { Step } from "./steps.ts";

interface Run {
  log: string[];
  end: (name: string) => Promise<void>;
  all: Promise<void>;
}

function start(steps: (Pick<Step, "name"> & Partial<Step>)[]): Run {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const all = runSteps(
    steps.map((step) => ({ command: ["none"], slots: 1, ...step })),
    ({ name }) => {
      log.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    },
  );
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { log, end, all };
}

test("two small steps run in parallel, and the next starts when one has ended", async () => {
  const { log, end, all } = start([{ name: "a" }, { name: "b" }, { name: "c" }]);
  expect(log).toEqual(["a", "b"]);
  await end("b");
  expect(log).toEqual(["a", "b", "c"]);
  await end("a");
  await end("c");
  await all;
});

test("a step that takes both slots runs alone and is not overtaken", async () => {
  const { log, end, all } = start([{ name: "a" }, { name: "both", slots: 2 }, { name: "c" }]);
  expect(log).toEqual(["a"]);
  await end("a");
  expect(log).toEqual(["a", "both"]);
  await end("both");
  expect(log).toEqual(["a", "both", "c"]);
  await end("c");
  await all;
});

test("a step waits for the step it needs, and others run meanwhile", async () => {
  const { log, end, all } = start([
    { name: "build" },
    { name: "budgets", needs: "build" },
    { name: "lint" },
  ]);
  expect(log).toEqual(["build", "lint"]);
  await end("build");
  expect(log).toEqual(["build", "lint", "budgets"]);
  await end("lint");
  await end("budgets");
  await all;
});
