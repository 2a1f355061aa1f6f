import { expect, test } from "vitest";
import { AdjustableClock } from "../../clock.ts";
import { runInExecution } from "./execution.ts";
import type { Execution } from "./execution.ts";
import { ModuleRegistry, compileModules } from "./module-registry.ts";
import type { LogLine } from "./function-log.ts";
import { createSandbox } from "./sandbox.ts";
import { seededRandom } from "./seeded-random.ts";

const clock = new AdjustableClock();

async function evaluate(source: string, environment: Record<string, string> = {}) {
  const modules = await compileModules([{ path: "m.js", source, environment: "isolate" }]);
  const sandbox = createSandbox({ clock, syscalls: {}, environment: () => environment });
  return new ModuleRegistry({ modules, sandbox }).require("m.js") as Record<string, () => unknown>;
}

function execution(overrides: Partial<Execution>): Execution {
  return {
    frozenNowMs: null,
    random: Math.random,
    transaction: null,
    log: () => undefined,
    ...overrides,
  } as Execution;
}

const deterministic = execution({
  frozenNowMs: 1_000,
  random: seededRandom("seed"),
});

test("[F2] time stands still in a query or mutation", async () => {
  const { now } = await evaluate(
    "export const now = () => [Date.now(), new Date().getTime(), typeof Date(), new Date(5).getTime()]",
  );
  expect(runInExecution(deterministic, () => now?.())).toEqual([1_000, 1_000, "string", 5]);
});

test("[F2] an action sees the shared clock", async () => {
  const { now } = await evaluate("export const now = () => Date.now()");
  clock.advance(1_000_000);
  const seen = runInExecution(execution({}), () => now?.()) as number;
  expect(seen).toBeGreaterThanOrEqual(Date.now() + 999_000);
});

test("[F2] randomness depends on the seed only", async () => {
  const { roll } = await evaluate("export const roll = () => [Math.random(), Math.random()]");
  const run = () => runInExecution(execution({ random: seededRandom("x") }), () => roll?.());
  expect(run()).toEqual(run());
});

test.each(["fetch('http://127.0.0.1')", "setTimeout(() => {}, 0)", "setInterval(() => {}, 1)"])(
  "[F2] %s is refused in a query or mutation",
  async (call) => {
    const { run } = await evaluate(`export const run = () => ${call}`);
    expect(() => runInExecution(deterministic, () => run?.())).toThrow(
      "in queries and mutations. Please consider using an action",
    );
  },
);

test("what is reached through globalThis is the same as what is reached by name", async () => {
  const { run } = await evaluate("export const run = () => globalThis.fetch('http://127.0.0.1')");
  expect(() => runInExecution(deterministic, () => run?.())).toThrow("Can't use fetch()");
});

test("Node's own globals are not there in the default runtime", async () => {
  const { run } = await evaluate("export const run = () => [typeof Buffer, typeof setImmediate]");
  expect(run?.()).toEqual(["undefined", "undefined"]);
});

test("the environment is the deployment's, and cannot be written", async () => {
  const source =
    "export const read = () => process.env.A; export const write = () => { process.env.A = '2' }";
  const { read, write } = await evaluate(source, { A: "1" });
  expect(read?.()).toBe("1");
  expect(() => write?.()).toThrow("read-only");
});

test("what a function logs is kept with its level", async () => {
  const { run } = await evaluate("export const run = () => console.warn('careful', { n: 1 })");
  const lines: LogLine[] = [];
  runInExecution(execution({ log: (line) => lines.push(line) }), () => run?.());
  expect(lines).toMatchObject([{ level: "WARN", messages: ["'careful'", "{ n: 1 }"] }]);
});

test("a module that the push does not hold is named", async () => {
  await expect(evaluate("import './gone.js'; export const a = 1")).rejects.toThrow('"gone.js"');
});

test("a package cannot be imported in the default runtime", async () => {
  await expect(evaluate("import fs from 'node:fs'; export const a = fs")).rejects.toThrow(
    'add "use node"',
  );
});
