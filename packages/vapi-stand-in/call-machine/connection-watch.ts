/** Detects a lost network, which a socket does not report: no more messages arrive. */
import { ALIVE_EVERY_MS } from "../room-protocol.ts";

const INTERRUPTED_AFTER_MS = 2.5 * ALIVE_EVERY_MS;
/** Daily ejects a participant who is not back after some twenty seconds. */
const CONNECTION_LOST_MS = 20_000;

export interface ConnectionEvents {
  onInterrupted(): void;
  onConnected(): void;
  /** Not called after `stop`. */
  onLost(): void;
}

export interface ConnectionWatch {
  /** Call this for each message that arrives. */
  onMessage(): void;
  stop(): void;
}

export function watchConnection(events: ConnectionEvents): ConnectionWatch {
  let timer: ReturnType<typeof setTimeout>;
  let isInterrupted = false;
  const wait = () => {
    timer = setTimeout(() => {
      isInterrupted = true;
      timer = setTimeout(() => events.onLost(), CONNECTION_LOST_MS);
      events.onInterrupted();
    }, INTERRUPTED_AFTER_MS);
  };
  wait();
  return {
    onMessage() {
      clearTimeout(timer);
      if (isInterrupted) events.onConnected();
      isInterrupted = false;
      wait();
    },
    stop: () => clearTimeout(timer),
  };
}
