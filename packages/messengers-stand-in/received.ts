/** The messages that arrived, in memory: they are gone when the process ends. */
import type { Clock } from "@hark/stand-in-kit/clock";

export type Vendor = "slack" | "teams" | "discord" | "telegram";
export const VENDORS: readonly Vendor[] = ["slack", "teams", "discord", "telegram"];

export interface ReceivedMessage {
  id: number;
  vendor: Vendor;
  atMs: number;
  /** Where it would be shown: a webhook's ID, or a chat. */
  channel: string;
  /** What people would read, without markup. */
  text: string;
  links: string[];
  /** The request's body, as it came. */
  body: unknown;
}

const MAX_STORED = 200;

export interface ReceivedMessages {
  add(message: Omit<ReceivedMessage, "id" | "atMs">): ReceivedMessage;
  /** The newest first. */
  list(vendor?: string): ReceivedMessage[];
  clear(): void;
}

export function createReceivedMessages(clock: Clock): ReceivedMessages {
  let stored: ReceivedMessage[] = [];
  let count = 0;
  return {
    add(message) {
      count += 1;
      const added = { ...message, id: count, atMs: clock.now() };
      stored = [added, ...stored].slice(0, MAX_STORED);
      return added;
    },
    list: (vendor) => stored.filter((one) => vendor === undefined || one.vendor === vendor),
    clear() {
      stored = [];
    },
  };
}
