/** Runs tasks on the world, after all due transitions. */
import type { AdjustableClock } from "@hark/stand-in-kit/clock";
import type { Store } from "../storage/store.ts";
import { catchUpOnce } from "./catch-up.ts";
import type { World } from "./world.ts";

export interface Simulator {
  /** One transaction. An error rolls back all that `work` did, and nothing else. */
  run<T>(work: (world: World) => T, request?: World["request"]): T;
  close(): void;
}

export interface SimulatorOptions {
  store: Store;
  clock: AdjustableClock;
  url: string;
  /** Called whenever something may have changed. */
  onChange: () => void;
  onError: (error: unknown) => void;
}

export function createSimulator({
  store,
  clock,
  url,
  onChange,
  onError,
}: SimulatorOptions): Simulator {
  const seconds = () => Math.floor(clock.now() / 1000);
  const world: World = { store, url, now: seconds(), request: null };
  let cancelAlarm: (() => void) | null = null;

  function catchUp(): void {
    while (catchUpOnce(world, seconds()));
    cancelAlarm?.();
    const next = store.nextDue();
    cancelAlarm = next === null ? null : clock.schedule(next.at * 1000, wake);
  }

  function wake(): void {
    try {
      catchUp();
      onChange();
    } catch (error) {
      onError(error);
    }
  }

  wake();
  return {
    run(work, request = null) {
      catchUp();
      try {
        return store.transaction(() => {
          world.now = seconds();
          world.request = request;
          return work(world);
        });
      } finally {
        // The work may have moved the clock, and has probably scheduled something.
        catchUp();
        onChange();
      }
    },
    close: () => cancelAlarm?.(),
  };
}
