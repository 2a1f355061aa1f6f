/** Runs steps in parallel: in order, as many as there are slots, each after the step it needs. */
import type { Step } from "./steps.ts";

const SLOTS = 2;

export async function runSteps(
  steps: readonly Step[],
  run: (step: Step) => Promise<void>,
): Promise<void> {
  const waiting = [...steps];
  const ended = new Set<string>();
  const running = new Map<string, Promise<void>>();
  let free = SLOTS;

  while (waiting.length > 0 || running.size > 0) {
    for (const step of next(waiting, free, ended)) {
      waiting.splice(waiting.indexOf(step), 1);
      free -= step.slots;
      const done = run(step).finally(() => {
        ended.add(step.name);
        running.delete(step.name);
        free += step.slots;
      });
      running.set(step.name, done);
    }
    await Promise.race(running.values());
  }
}

/** A step that needs both slots is not overtaken forever: no later step starts before it. */
function next(waiting: readonly Step[], free: number, ended: ReadonlySet<string>): Step[] {
  const begun: Step[] = [];
  let left = free;
  for (const step of waiting) {
    if (step.needs !== undefined && !ended.has(step.needs)) continue;
    if (step.slots > left) break;
    begun.push(step);
    left -= step.slots;
  }
  return begun;
}
