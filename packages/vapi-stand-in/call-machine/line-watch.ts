/** Notices a network that is gone, which no socket tells: nothing arrives any more. */
import { ALIVE_EVERY_MS } from "../room-protocol.ts";

const INTERRUPTED_AFTER_MS = 2.5 * ALIVE_EVERY_MS;
/** Daily sends whoever is not back after some twenty seconds out of the call. */
const LOST_AFTER_MS = 20_000;

export interface LineEvents {
  onInterrupted(): void;
  onConnected(): void;
  /** Not called after `stop`. */
  onLost(): void;
}

export interface LineWatch {
  /** Something arrived. */
  hear(): void;
  stop(): void;
}

export function watchLine(events: LineEvents): LineWatch {
  let timer: ReturnType<typeof setTimeout>;
  let isInterrupted = false;
  const wait = () => {
    timer = setTimeout(() => {
      isInterrupted = true;
      timer = setTimeout(() => events.onLost(), LOST_AFTER_MS);
      events.onInterrupted();
    }, INTERRUPTED_AFTER_MS);
  };
  wait();
  return {
    hear() {
      clearTimeout(timer);
      if (isInterrupted) events.onConnected();
      isInterrupted = false;
      wait();
    },
    stop: () => clearTimeout(timer),
  };
}
