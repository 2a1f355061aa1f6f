/** What a store and the thread that writes for it say to each other. */
import type { MessagePort } from "node:worker_threads";

export interface OpenWriter {
  file: string;
  port: MessagePort;
  state: Int32Array;
}

export type WriterJob = { type: "write"; redoFile: string; base: bigint } | { type: "close" };

export type WriterResult =
  | { type: "ready" }
  | { type: "written" }
  | { type: "closed" }
  | { type: "refused"; message: string; code: string | undefined };

/** What both sides see at once. */
export const WRITER_STATE = { idle: 0, working: 1 };
