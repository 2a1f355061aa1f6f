import { literals } from "convex-helpers/validators";
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";

/** Whether a visitor speaks or types. */
export const CHANNELS = ["voice", "text"] as const;
export const channel = literals(...CHANNELS);
export type Channel = Infer<typeof channel>;

/** Rows of calls by voice have no channel. */
type Stored = Doc<"calls">["channel"];

export function channelOf({ channel: stored }: { channel?: Stored }): Channel {
  return stored ?? "voice";
}

export function storedChannel(wanted: Channel): Stored {
  return wanted === "text" ? "text" : undefined;
}
