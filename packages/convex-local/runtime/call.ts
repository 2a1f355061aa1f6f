/** What runs right now on this thread: whatever deployed code asks for is asked on behalf of its call. */
import { AsyncLocalStorage } from "node:async_hooks";
import { seededRandom } from "../functions/seeded-random.ts";
import type { FunctionKind } from "../functions/execution.ts";
import type { Mounted } from "./mounted.ts";
import type { CallStart, FromThread } from "./protocol.ts";

export type Chunk = Uint8Array<ArrayBuffer>;
export type BodyReader = ReadableStreamDefaultReader<Chunk>;
export type ReadChunk = ReadableStreamReadResult<Chunk>;

export class RunningCall {
  readonly id: number;
  readonly kind: FunctionKind;
  readonly nowMs: number | null;
  readonly startedMs = performance.now();
  private readonly seed: string | null;
  private seeded: (() => number) | null = null;
  readonly mounted: Mounted;
  private readonly clockOffset: Float64Array;
  readonly timers = new Map<number, NodeJS.Timeout>();
  readonly consoleTimers = new Map<string, number>();
  readonly own = new Map<string, unknown>();
  /** How many of its questions, and of our promises that it holds, are still open: until then it may go on. */
  waitingFor = 0;
  /** What it has used of this thread, in milliseconds. */
  usedMs = 0;
  /** Whether it asked what time it is. */
  usedTime = false;
  isOver = false;
  /** What it has come to, once it has. */
  ending: FromThread | null = null;
  streams = 0;
  /** What it will be answered when it asks the same again. */
  readonly ahead = new Map<string, string[]>();
  /** The body of its response, while somebody reads it. */
  body: BodyReader | null = null;
  /** What has been read of it, or is being read, and is still to be sent. */
  readonly chunksRead: Promise<ReadChunk>[] = [];

  constructor({ id, kind, nowMs, seed }: CallStart, mounted: Mounted, clockOffset: Float64Array) {
    this.id = id;
    this.kind = kind;
    this.nowMs = nowMs;
    this.seed = seed;
    this.mounted = mounted;
    this.clockOffset = clockOffset;
  }

  /** What the local clock shows, whatever the function is told. */
  clockNow(): number {
    return Date.now() + (this.clockOffset[0] ?? 0);
  }

  random(): number {
    if (this.seed === null) return Math.random();
    this.seeded ??= seededRandom(this.seed);
    return this.seeded();
  }

  get isDeterministic(): boolean {
    return this.kind === "query" || this.kind === "mutation";
  }

  end(): void {
    this.isOver = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }
}

const storage = new AsyncLocalStorage<RunningCall>();

export function currentCall(): RunningCall | undefined {
  return storage.getStore();
}

export function runInCall<T>(call: RunningCall, task: () => T): T {
  return storage.run(call, task);
}
