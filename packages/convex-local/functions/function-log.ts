/** The function log, which `npx convex logs` and the browser console show. */
import { inspect } from "node:util";
import type { ComponentPath } from "../engine/catalog.ts";
import type { DatabaseIo } from "../engine/usage.ts";

export type LogLevel = "DEBUG" | "ERROR" | "WARN" | "INFO" | "LOG";

export interface LogLine {
  level: LogLevel;
  messages: string[];
  isTruncated: boolean;
  timestamp: number;
}

export interface FunctionCompletion {
  udfType: "Query" | "Mutation" | "Action" | "HttpAction";
  componentPath: ComponentPath | null;
  identifier: string;
  /** Seconds since the epoch. */
  timestamp: number;
  /** Seconds. */
  executionTime: number;
  requestId: string;
  logLines: readonly LogLine[];
  error: string | null;
  /** Nothing for actions, which have no transaction. */
  io: DatabaseIo;
  /** Whether it was known, so that nothing ran. */
  cachedResult: boolean;
}

const MAX_ENTRIES = 1_000;
const MAX_MESSAGE_LENGTH = 32_768;

export function formatMessage(value: unknown): string {
  const text = typeof value === "string" ? `'${value}'` : inspect(value);
  return text.length > MAX_MESSAGE_LENGTH ? text.slice(0, MAX_MESSAGE_LENGTH) : text;
}

/** One line as clients show it in the browser's console. */
export function toClientLogLine({ level, messages }: LogLine): string {
  return `[${level}] ${messages.join(" ")}`;
}

export class FunctionLog {
  private entries: { position: number; completion: FunctionCompletion }[] = [];
  private position = 0;
  private waiting = new Set<() => void>();

  add(completion: FunctionCompletion): void {
    this.position += 1;
    this.entries.push({ position: this.position, completion });
    if (this.entries.length > MAX_ENTRIES) this.entries.shift();
    for (const wake of this.waiting) wake();
  }

  /** The entries after the cursor. Waits for the next one, up to the timeout. */
  async after(cursor: number, timeoutMs: number) {
    if (this.position <= cursor) await this.next(timeoutMs);
    return {
      entries: this.entries
        .filter(({ position }) => position > cursor)
        .map(({ completion }) => toWire(completion)),
      newCursor: this.position,
    };
  }

  private next(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, timeoutMs);
      timer.unref();
      this.waiting.add(wake);
    });
  }
}

function toWire({ io, ...completion }: FunctionCompletion) {
  const { bytesRead, bytesWritten, documentsRead, documentsWritten } = io;
  return {
    kind: "Completion",
    caller: "SyncWorker",
    environment: "isolate",
    executionId: completion.requestId,
    parentExecutionId: null,
    identityType: "user",
    success: completion.error === null ? null : undefined,
    usageStats: {
      databaseReadBytes: bytesRead,
      databaseWriteBytes: bytesWritten,
      databaseReadDocuments: documentsRead,
      databaseWriteDocuments: documentsWritten,
    },
    ...completion,
    logLines: completion.logLines.map((line) => ({ ...line, systemMetadata: null })),
  };
}
