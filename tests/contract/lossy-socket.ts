/** WebSockets whose connections a test can cut. */
import { WebSocket } from "ws";

export interface LossySockets {
  /** For a client's `webSocketConstructor` option. */
  constructor: typeof globalThis.WebSocket;
  /** How many connections have been opened so far. */
  opened(): number;
  /** Cuts the connection just before the next message of this type arrives. */
  loseBefore(type: string): void;
  /** Cuts all connections now. */
  cut(): void;
}

export function lossySockets(): LossySockets {
  const open = new Set<WebSocket>();
  let opened = 0;
  let losing: string | null = null;

  class LossySocket extends WebSocket {
    constructor(address: string | URL) {
      super(address);
      opened += 1;
      open.add(this);
      this.on("close", () => open.delete(this));
    }

    override emit(event: string, ...args: unknown[]): boolean {
      if (event === "message" && losing !== null) {
        const { type } = JSON.parse(String(args[0])) as { type: string };
        if (type === losing) {
          losing = null;
          this.terminate();
          return false;
        }
      }
      return super.emit(event, ...args);
    }
  }

  return {
    constructor: LossySocket as unknown as typeof globalThis.WebSocket,
    opened: () => opened,
    loseBefore(type) {
      losing = type;
    },
    cut() {
      for (const socket of open) socket.terminate();
    },
  };
}
