/** Shows the progress of a run, so that a long run does not look like a hang. */
import type { Tally } from "./tally.ts";

const ON_TERMINAL_MS = 500;
const IN_LOG_MS = 20_000;

/** How many tests a tool has finished, read from its output: Vitest prints a line per file, Playwright `[3/20]`. */
export function testsIn(output: string): number {
  const files = [...output.matchAll(/\((\d+) tests?\b/g)];
  const counters = [...output.matchAll(/\[(\d+)\/\d+\]/g)];
  const inFiles = files.reduce((sum, [, count]) => sum + Number(count), 0);
  return inFiles + Number(counters.at(-1)?.[1] ?? 0);
}

export interface State {
  done: number;
  all: number;
  tally: Tally;
  /** The running steps, with how many tests each has finished. */
  running: { name: string; tests: number }[];
}

export function progressLine({ done, all, tally, running }: State, seconds: number): string {
  const tests = tally.passed + tally.failed + running.reduce((sum, step) => sum + step.tests, 0);
  const names = running.map(({ name }) => name).join(", ");
  return `${Math.round(seconds)} s: ${done} of ${all} steps done, ${tests} tests; running: ${names}`;
}

export interface Progress {
  /** Prints lines above the progress line. */
  print(lines: string): void;
  stop(): void;
}

/** One changing line on a terminal; an occasional line in a log. */
export function showProgress(state: () => State): Progress {
  const startedAt = performance.now();
  const { stdout } = process;
  const isTerminal = stdout.isTTY && process.env.CI === undefined;
  const line = () => progressLine(state(), (performance.now() - startedAt) / 1000);
  const clear = () => {
    if (isTerminal) stdout.write("\r\u001B[K");
  };
  const draw = () => {
    clear();
    stdout.write(isTerminal ? line().slice(0, stdout.columns - 1) : `${line()}\n`);
  };
  const timer = setInterval(draw, isTerminal ? ON_TERMINAL_MS : IN_LOG_MS);
  return {
    print(lines) {
      clear();
      stdout.write(`${lines}\n`);
    },
    stop() {
      clearInterval(timer);
      clear();
    },
  };
}
