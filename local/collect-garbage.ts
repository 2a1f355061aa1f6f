/**
 * The engine looks for what nobody holds any longer when it needs the room. Who rests after much work, and will
 * not soon need any, asks for it.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export function collectGarbage(): void {
  // Only so long: functions that are deployed see what every new context has.
  setFlagsFromString("--expose-gc");
  // The flag is the process's: another thread that is done with it takes it away. Then the engine will see to it.
  const collect = runInNewContext("globalThis.gc") as (() => void) | undefined;
  setFlagsFromString("--no-expose-gc");
  collect?.();
}
