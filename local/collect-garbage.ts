/**
 * The engine looks for what nobody holds any longer when it needs the room. Who rests after much work, and will
 * not soon need any, asks for it.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** All threads rest at the same time, and the flag is the process's: whoever is done with it takes it from the others. */
const TRIES = 20;

export function collectGarbage(): void {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const collect = collector();
    if (collect !== undefined) return collect();
  }
}

function collector(): (() => void) | undefined {
  // Only so long: functions that are deployed see what every new context has.
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("globalThis.gc") as (() => void) | undefined;
  setFlagsFromString("--no-expose-gc");
  return collect;
}
