/** Whether a visitor speaks or types. */
export const CHANNELS = ["voice", "text"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Stored rows of calls by voice have no channel. */
type Stored = "text" | undefined;

export function channelOf({ channel }: { channel?: Stored }): Channel {
  return channel ?? "voice";
}

export function storedChannel(channel: Channel): Stored {
  return channel === "text" ? channel : undefined;
}
