/** What "use node" modules see instead of Node's own: time, console, variables and system calls. */
import { inspect } from "node:util";
import type { RealmQuestions } from "./globals-script.ts";
import type { Variables } from "./protocol.ts";

export type NodeQuestions = Pick<
  RealmQuestions,
  "now" | "log" | "startTimer" | "readTimer" | "syscall" | "asyncSyscall"
> & { scriptSyscall(operation: string, args: Record<string, unknown>): Promise<unknown> };

export function nodeGlobals(ask: NodeQuestions, variables: Variables): Record<string, unknown> {
  const label = (value: unknown) =>
    typeof value === "string" ? value : inspect(value ?? "default");
  const logAt =
    (level: string) =>
    (...values: unknown[]) =>
      ask.log(level, values);
  const ourProcess = Object.create(process) as Record<string, unknown>;
  Object.defineProperty(ourProcess, "env", { value: { ...variables } });
  return {
    Date: new Proxy(Date, {
      construct: (target, args: unknown[], newTarget) =>
        Reflect.construct(target, args.length === 0 ? [ask.now()] : args, newTarget) as object,
      apply: (target) => new target(ask.now()).toString(),
      get: (target, property, receiver) =>
        property === "now" ? () => ask.now() : (Reflect.get(target, property, receiver) as unknown),
    }),
    process: ourProcess,
    console: {
      ...console,
      debug: logAt("DEBUG"),
      error: logAt("ERROR"),
      info: logAt("INFO"),
      log: logAt("LOG"),
      warn: logAt("WARN"),
      time: (name?: unknown) => ask.startTimer(label(name)),
      timeLog: (name?: unknown, ...values: unknown[]) => ask.readTimer(label(name), false, values),
      timeEnd: (name?: unknown) => ask.readTimer(label(name), true, []),
    },
    Convex: {
      syscall(operation: string, args: string) {
        const answer = ask.syscall(operation, args);
        if ("message" in answer) throw new Error(answer.message);
        return answer.text;
      },
      asyncSyscall: (operation: string, args: string) =>
        new Promise<string>((resolve, reject) => {
          ask.asyncSyscall(operation, args, resolve, (message, data) => {
            const error = new Error(message);
            reject(
              data === undefined
                ? error
                : Object.assign(error, { data: JSON.parse(data) as unknown }),
            );
          });
        }),
      jsSyscall: (operation: string, args: Record<string, unknown>) =>
        ask.scriptSyscall(operation, args),
    },
  };
}
