/** The call whose code runs on this thread right now. Each system call is made on behalf of one. */
import { AsyncLocalStorage } from "node:async_hooks";
import { must } from "@hark/stand-in-kit/must";
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
  /** Null once the call is over. */
  private inUse: Mounted | null;
  private readonly clockOffset: Float64Array;
  readonly timers = new Map<number, NodeJS.Timeout>();
  readonly consoleTimers = new Map<string, number>();
  readonly own = new Map<string, unknown>();
  /** How many of its questions, and of our promises that it holds, are still open: until then it may go on. */
  waitingFor = 0;
  /** Its time on this thread, in milliseconds. */
  usedMs = 0;
  /** Whether it read the clock. */
  usedTime = false;
  isOver = false;
  /** Its result, once there is one. */
  outcome: FromThread | null = null;
  streams = 0;
  /** Answers to the same system call, fetched in advance. */
  readonly prefetched = new Map<string, string[]>();
  /** The body of its response, while it is read. */
  body: BodyReader | null = null;
  /** Chunks that are read, or being read, and not yet sent. */
  readonly chunksRead: Promise<ReadChunk>[] = [];

  constructor({ id, kind, nowMs, seed }: CallStart, mounted: Mounted, clockOffset: Float64Array) {
    this.id = id;
    this.kind = kind;
    this.nowMs = nowMs;
    this.seed = seed;
    this.inUse = mounted;
    this.clockOffset = clockOffset;
  }

  get mounted(): Mounted {
    return must(this.inUse, "the realm of a running call");
  }

  /** The shared clock's time, even if the function sees a frozen one. */
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

  /** Lets go of the realm, because a connection that stays open for other calls keeps this object in memory. */
  end(): void {
    this.isOver = true;
    this.inUse = null;
    this.own.clear();
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
