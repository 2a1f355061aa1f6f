/**
 * The globals that deployed code sees in place of Node's. Queries and mutations get a frozen clock
 * and seeded randomness and may not wait or talk to the network, so that they can safely rerun.
 * This keeps honest code honest; it is not a wall against hostile code, which is the owner's own.
 */
import type { Clock } from "../../clock.ts";
import { currentExecution } from "./execution.ts";
import { formatMessage } from "./function-log.ts";
import type { LogLevel } from "./function-log.ts";

export interface SandboxOptions {
  clock: Clock;
  syscalls: object;
  environment: () => Record<string, string | undefined>;
}

export type Sandbox = Record<string, unknown>;

export function createSandbox({ clock, syscalls, environment }: SandboxOptions): Sandbox {
  const globals: Sandbox = {
    Convex: syscalls,
    Date: sandboxDate(() => currentExecution()?.frozenNowMs ?? clock.now()),
    Math: sandboxMath(),
    console: sandboxConsole(clock),
    process: { env: readOnlyEnvironment(environment) },
    crypto: globalThis.crypto,
    performance: globalThis.performance,
    navigator: { userAgent: "Convex" },
    fetch: onlyInActions("fetch", globalThis.fetch),
    setTimeout: onlyInActions("setTimeout", globalThis.setTimeout),
    setInterval: onlyInActions("setInterval", globalThis.setInterval),
    setImmediate: undefined,
    Buffer: undefined,
    window: undefined,
  };
  // Defined, not assigned: some of Node's globals are getters that refuse assignment.
  const sandboxGlobal = Object.create(globalThis) as Sandbox;
  for (const [name, value] of Object.entries(globals)) define(sandboxGlobal, name, value);
  for (const name of ["globalThis", "self", "global"]) {
    globals[name] = sandboxGlobal;
    define(sandboxGlobal, name, sandboxGlobal);
  }
  return globals;
}

function define(target: Sandbox, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true });
}

function isDeterministic(): boolean {
  return typeof currentExecution()?.frozenNowMs === "number";
}

function onlyInActions<Args extends unknown[], Result>(
  name: string,
  real: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    if (isDeterministic()) {
      throw new Error(
        `Can't use ${name}() in queries and mutations. Please consider using an action. ` +
          "See https://docs.convex.dev/functions/actions for more details.",
      );
    }
    return real(...args);
  };
}

function sandboxDate(now: () => number): DateConstructor {
  const handler: ProxyHandler<DateConstructor> = {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new Date(now()).toString(),
    get: (target, property, receiver) =>
      property === "now" ? now : (Reflect.get(target, property, receiver) as unknown),
  };
  return new Proxy(Date, handler);
}

function sandboxMath(): Math {
  const math = Object.create(Math) as Math;
  Object.defineProperty(math, "random", {
    value: () => currentExecution()?.random() ?? Math.random(),
  });
  return math;
}

function readOnlyEnvironment(environment: () => Record<string, string | undefined>) {
  return new Proxy(
    {},
    {
      get: (_, name) => (typeof name === "string" ? environment()[name] : undefined),
      has: (_, name) => typeof name === "string" && environment()[name] !== undefined,
      ownKeys: () => Object.keys(environment()),
      getOwnPropertyDescriptor: (_, name) => ({
        value: environment()[String(name)],
        enumerable: true,
        configurable: true,
      }),
      set: () => {
        throw new TypeError("process.env is read-only; use `npx convex env set`.");
      },
    },
  );
}

function sandboxConsole(clock: Clock) {
  const write =
    (level: LogLevel) =>
    (...values: unknown[]) => {
      currentExecution()?.log({
        level,
        messages: values.map(formatMessage),
        isTruncated: false,
        timestamp: clock.now(),
      });
    };
  return {
    log: write("LOG"),
    info: write("INFO"),
    warn: write("WARN"),
    error: write("ERROR"),
    debug: write("DEBUG"),
    trace: write("DEBUG"),
    assert: (condition: unknown, ...values: unknown[]) => {
      if (!condition) write("ERROR")("Assertion failed", ...values);
    },
    time: () => undefined,
    timeLog: () => undefined,
    timeEnd: () => undefined,
  };
}
