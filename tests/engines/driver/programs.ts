/** Programs that run as long as a browser does. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

export interface Program {
  child: ChildProcess;
  /** Waits for the pattern in the output, and returns the first match. */
  says(pattern: RegExp): Promise<string>;
  /** Waits for the task. Rejects with the program's output if the program ends first or the task takes too long. */
  during<T>(what: string, task: Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Only for programs that hang. */
const GIVES_UP_AFTER_MS = 60_000;

export function run(file: string, args: string[], env: Record<string, string> = {}): Program {
  const child = spawn(file, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // A test process that is stopped has no time to close anything.
  const stopAtOnce = () => child.kill("SIGKILL");
  process.once("exit", stopAtOnce);
  child.once("close", () => process.off("exit", stopAtOnce));
  let printed = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code) => resolve(`it ended with ${code}`));
  });
  return {
    child,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(printed)?.[1];
          if (found !== undefined) resolve(found);
        };
        listeners.add(look);
        look();
        void ended.then((why) => reject(new Error(`${file}: ${why}\n${printed}`)));
      }),
    async during(what, task) {
      let timer: NodeJS.Timeout | undefined;
      const given = new Promise<string>((resolve) => {
        const why = `no result after ${GIVES_UP_AFTER_MS / 1000} s`;
        timer = setTimeout(() => resolve(why), GIVES_UP_AFTER_MS);
      });
      const lost = Promise.race([ended, given]).then((why) => {
        throw new Error(`${file}, ${what}: ${why}\n${printed}`);
      });
      return await Promise.race([task, lost]).finally(() => clearTimeout(timer));
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, "close");
      child.kill("SIGTERM");
      await closed;
    },
  };
}
