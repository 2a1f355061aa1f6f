/** Whether a visitor speaks, types, or leaves a message that nobody answers. */
export const CHANNELS = ["voice", "text", "message"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Stored rows of calls by voice have no channel. */
export const STORED_CHANNELS = ["text", "message"] as const;
type Stored = (typeof STORED_CHANNELS)[number] | undefined;

export function channelOf({ channel }: { channel?: Stored }): Channel {
  return channel ?? "voice";
}

export function storedChannel(channel: Channel): Stored {
  return channel === "voice" ? undefined : channel;
}
