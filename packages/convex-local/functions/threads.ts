/**
 * Runs deployed code on threads, so that nothing that it does holds the backend up, and ends those that
 * never end by themselves. Queries and mutations share threads: when one of them has its thread ended, the
 * others run again, for nothing of theirs is committed. An action cannot run again, so each has one to itself.
 */
import { readFileSync } from "node:fs";
import { must } from "@hark/stand-in-kit/must";
import type { ComponentPath } from "../engine/catalog.ts";
import { PushError } from "../deploy/push-request.ts";
import { PULSE } from "../runtime/protocol.ts";
import type {
  Analysis,
  CallStart,
  FunctionStart,
  Part,
  Parts,
  Program,
  RequestStart,
  Variables,
} from "../runtime/protocol.ts";
import {
  ACTION_LIMIT_MS,
  ANALYSIS_LIMIT_MS,
  BUFFERS_LIMIT_BYTES,
  NODE_ACTION_LIMIT_MS,
  OWN_TIME_LIMIT_MS,
  WHOLE_TIME_LIMIT_MS,
  TOO_MANY_OPERATIONS,
  outOfBuffers,
  timedOut,
} from "../runtime/limits.ts";
import type { Execution } from "./execution.ts";
import { DeveloperError } from "./failure.ts";
import { FunctionThread, NeedsOwnRealm, ThreadLost } from "./function-thread.ts";
import type { AnswerQuestion, ThreadCall } from "./function-thread.ts";
import { hasUsed } from "./used-time.ts";

export interface ThreadsOptions {
  answer: AnswerQuestion;
  /** How far the local clock is ahead of the machine's, in milliseconds, seen by all threads. */
  clockOffset: Float64Array;
}

// They are told apart in 32 bits.
const LARGEST_CALL = 2 ** 31 - 1;
const CALLS_A_SHARED_THREAD = 16;
const MOST_SHARED_THREADS = 4;
/** Beyond these, actions have to share: a thread takes half a second of the processor to start and to warm up. */
const MOST_SOLO_THREADS = 4;
const IDLE_THREADS_KEPT = 2;
const KEPT_FOR_MS = 30_000;
/** Whoever starts Hark on a slow machine waits, and is not told that the functions are at fault. */
const ANALYSIS_BY_THE_CLOCK = { mostMs: 300_000, unknownMs: 40_000 };
const WATCH_MS = 50;
/** Longer than this on one thing, and a thread gets nothing more to do. */
const BUSY_MS = 100;

type Role = "shared" | "solo" | "node";

interface Adopted {
  source: Program;
  /** The queries and mutations that were found to need a realm of their own. */
  loners: Set<string>;
}

// Threads outlive backends, and what is late of one is not to be taken for another's.
let lastProgram = 0;
let lastCall = 0;

/** A call's code has been running since then without a pause. */
interface Stuck {
  turns: number;
  sinceMs: number;
  processorMs: number | null;
  memory: number;
}

interface Waiting {
  role: Role;
  /** Called by a function that waits for it, and so never made to wait for that one. */
  isNested: boolean;
  take: (thread: FunctionThread) => void;
  giveUp: (error: unknown) => void;
}

export class FunctionThreads {
  private readonly options: ThreadsOptions;
  private readonly programs = new Map<number, Adopted>();
  private readonly threads: Record<Role, Set<FunctionThread>> = {
    shared: new Set(),
    solo: new Set(),
    node: new Set(),
  };
  private readonly starting = new Set<Role>();
  /** Taken by somebody who has no call on it. */
  private readonly reserved = new Set<FunctionThread>();
  private readonly stuck = new Map<FunctionThread, Stuck>();
  private waiting: Waiting[] = [];
  private watch: NodeJS.Timeout | null = null;
  private trimming: NodeJS.Timeout | null = null;
  private isClosed = false;

  constructor(options: ThreadsOptions) {
    this.options = options;
  }

  /** What a push holds. It may do anything at all, and has a thread to itself. */
  async analyze(parts: Parts, variables: Variables): Promise<Analysis> {
    const thread = await new Promise<FunctionThread>((resolve, reject) => {
      const take = (free: FunctionThread) => {
        this.reserved.add(free);
        resolve(free);
      };
      this.enqueue({ role: "solo", isNested: false, take, giveUp: reject });
    });
    const { message } = timedOut(ANALYSIS_LIMIT_MS);
    const tooLong = new PushError("InvalidModules", `Failed to analyze the functions: ${message}`);
    const startedMs = performance.now();
    const processorMs = processorTime(thread);
    const watch = setInterval(() => {
      const passedMs = performance.now() - startedMs;
      const nowMs = processorTime(thread);
      const had = { passedMs, fromMs: processorMs, nowMs };
      if (hasUsed(ANALYSIS_LIMIT_MS, had, ANALYSIS_BY_THE_CLOCK)) thread.lose(tooLong, 0);
    }, WATCH_MS);
    try {
      return await thread.analyze(parts, variables);
    } finally {
      clearInterval(watch);
      this.reserved.delete(thread);
      this.pump();
    }
  }

  adopt(program: Program): number {
    lastProgram += 1;
    this.programs.set(lastProgram, { source: program, loners: new Set() });
    return lastProgram;
  }

  /** The same with modules more in one of its components. */
  extend(program: number, component: ComponentPath, modules: Part["modules"]): number {
    const { source } = must(this.programs.get(program), `program ${program}`);
    const { mounts, parts } = source;
    const mounted = must(mounts.get(component), component);
    const part = must(parts.get(mounted.definitionPath), mounted.definitionPath);
    const extended = { ...part, modules: new Map([...part.modules, ...modules]) };
    // No definition's path is like this one.
    const definitionPath = `${mounted.definitionPath}?`;
    return this.adopt({
      parts: new Map(parts).set(definitionPath, extended),
      mounts: new Map(mounts).set(component, { ...mounted, definitionPath }),
    });
  }

  forget(program: number): void {
    this.programs.delete(program);
    for (const thread of this.all()) thread.unload(program);
  }

  async invoke(
    execution: Execution,
    { path, args, isNode }: { path: string; args: string; isNode: boolean },
  ): Promise<string> {
    const { requestId } = execution.request;
    return await new Promise((resolve, reject) => {
      const start = { type: "function", path, args, requestId } as const;
      this.begin(execution, isNode, start, { resolve, reject });
    });
  }

  async respond(
    execution: Execution,
    request: Pick<RequestStart, "method" | "path" | "url" | "headers" | "body">,
  ): Promise<Response> {
    return await new Promise((respond, reject) => {
      this.begin(execution, false, { type: "request", ...request }, { respond, reject });
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.watch !== null) clearInterval(this.watch);
    if (this.trimming !== null) clearTimeout(this.trimming);
    for (const { giveUp } of this.waiting) giveUp(new Error("The backend is closing"));
    this.waiting = [];
    await Promise.all(this.all().map((thread) => thread.close()));
  }

  private begin(
    execution: Execution,
    isNode: boolean,
    what: Omit<FunctionStart, keyof CallStart> | Omit<RequestStart, keyof CallStart>,
    ending: Pick<ThreadCall, "reject"> & Partial<Pick<ThreadCall, "resolve" | "respond">>,
  ): void {
    const { kind, component, program, depth, frozenNowMs: nowMs, seed } = execution;
    const adopted = this.programs.get(program);
    if (adopted === undefined) {
      return ending.reject(new DeveloperError("Another version of the functions was deployed"));
    }
    const { source, loners } = adopted;
    const name = `${component} ${execution.path}`;
    const isAction = execution.transaction === null;
    this.enqueue({
      role: isNode ? "node" : isAction ? "solo" : "shared",
      isNested: depth > 0,
      giveUp: ending.reject,
      take: (thread) => {
        lastCall = (lastCall % LARGEST_CALL) + 1;
        const id = lastCall;
        // An action cannot run again, should it turn out that it changes what others see.
        const isAlone = isAction || loners.has(name);
        const none = () => undefined;
        const call: ThreadCall = {
          id,
          execution,
          startedMs: performance.now(),
          limitMs: !isAction
            ? WHOLE_TIME_LIMIT_MS
            : isNode
              ? NODE_ACTION_LIMIT_MS
              : ACTION_LIMIT_MS,
          resolve: none,
          respond: none,
          body: null,
          chunkWanted: null,
          sentBytes: 0,
          ...ending,
          reject(error) {
            if (error instanceof NeedsOwnRealm) loners.add(name);
            ending.reject(error);
          },
        };
        const start = { id, program, component, kind, isAlone, nowMs, seed, ...what };
        thread.begin(call, start, source);
      },
    });
  }

  private enqueue(waiting: Waiting): void {
    this.watch ??= setInterval(() => this.look(), WATCH_MS);
    this.waiting.push(waiting);
    this.pump();
  }

  /** Gives those who wait a thread, in their order, and sees to it that there are enough. */
  private pump(): void {
    if (this.waiting.length === 0) return;
    const still: Waiting[] = [];
    const lacking = new Set<Role>();
    for (const waiting of this.waiting) {
      const free = lacking.has(waiting.role) && !waiting.isNested ? null : this.free(waiting);
      if (free !== null) waiting.take(free);
      else {
        still.push(waiting);
        lacking.add(waiting.role);
      }
    }
    this.waiting = still;
    for (const role of lacking) void this.startOne(role);
    // One thread more than are in use, so that nobody waits for a start when a function keeps one busy.
    if (this.threads.shared.size === 1) void this.startOne("shared");
  }

  private free({ role, isNested }: Waiting): FunctionThread | null {
    for (const thread of this.threads[role]) {
      const { size } = thread.calls;
      if (this.reserved.has(thread) || this.isBusy(thread)) continue;
      if (size === 0 || (role === "shared" && (isNested || size < CALLS_A_SHARED_THREAD))) {
        return thread;
      }
    }
    return role === "shared" || this.threads[role].size < MOST_SOLO_THREADS
      ? null
      : this.leastLoaded(role);
  }

  private leastLoaded(role: Role): FunctionThread | null {
    const [least = null] = [...this.threads[role]]
      .filter((thread) => !this.reserved.has(thread) && !this.isBusy(thread))
      .sort((a, b) => a.calls.size - b.calls.size);
    return least;
  }

  private async startOne(role: Role): Promise<void> {
    const most = role === "shared" ? MOST_SHARED_THREADS : MOST_SOLO_THREADS;
    if (this.starting.has(role) || this.threads[role].size >= most || this.isClosed) return;
    this.starting.add(role);
    try {
      const thread = await FunctionThread.start({
        ...this.options,
        isNode: role === "node",
        onFree: (freed) => this.onFree(freed, role),
      });
      this.threads[role].add(thread);
      // It may have closed in the meantime.
      if (this.hasClosed()) await thread.close();
    } catch (error) {
      const waiting = this.waiting.filter((each) => each.role === role);
      this.waiting = this.waiting.filter((each) => each.role !== role);
      for (const { giveUp } of waiting) giveUp(error);
    } finally {
      this.starting.delete(role);
    }
    this.pump();
  }

  private onFree(thread: FunctionThread, role: Role): void {
    if (thread.isGone) {
      this.stuck.delete(thread);
      this.threads[role].delete(thread);
      this.reserved.delete(thread);
    }
    this.pump();
    this.trimLater();
  }

  private trimLater(): void {
    this.trimming ??= setTimeout(() => {
      this.trimming = null;
      for (const role of Object.keys(this.threads) as Role[]) this.trim(role);
    }, KEPT_FOR_MS).unref();
  }

  /** Ends the idle threads that a burst of calls has left. */
  private trim(role: Role): void {
    const idle = [...this.threads[role]].filter(
      (each) => each.calls.size === 0 && !this.reserved.has(each),
    );
    for (const thread of idle.slice(IDLE_THREADS_KEPT)) {
      this.threads[role].delete(thread);
      void thread.retire();
    }
  }

  /** Ends what has been running for too long, or has taken too much. */
  private look(): void {
    const nowMs = performance.now();
    let isAnybodyCalling = false;
    for (const thread of this.all()) {
      if (thread.calls.size === 0) continue;
      isAnybodyCalling = true;
      for (const call of thread.calls.values()) {
        if (nowMs - call.startedMs > call.limitMs) this.endLate(thread, call);
      }
      this.lookAtCode(thread, nowMs);
    }
    // Who was busy may be so no longer.
    this.pump();
    if (isAnybodyCalling || this.waiting.length > 0 || this.watch === null) return;
    clearInterval(this.watch);
    this.watch = null;
  }

  private endLate(thread: FunctionThread, call: ThreadCall): void {
    if (call.execution.transaction === null) return thread.lose(timedOut(call.limitMs), call.id);
    thread.abandon(call, new DeveloperError(TOO_MANY_OPERATIONS));
  }

  private lookAtCode(thread: FunctionThread, nowMs: number): void {
    const current = thread.currentCall();
    const turns = Atomics.load(thread.pulse, PULSE.turns);
    const stuck = this.stuck.get(thread);
    // Unknown is one that was given up and has not heard of it yet, or an action that has just ended.
    const call = thread.calls.get(current);
    if (current === 0 || (call === undefined && !this.threads.shared.has(thread))) {
      return void this.stuck.delete(thread);
    }
    if (stuck?.turns !== turns) {
      const processorMs = processorTime(thread);
      const memory = process.memoryUsage.rss();
      this.stuck.set(thread, { turns, sinceMs: nowMs, processorMs, memory });
      return;
    }
    if (process.memoryUsage.rss() - stuck.memory > BUFFERS_LIMIT_BYTES) {
      return thread.lose(outOfBuffers(), current);
    }
    if (call?.execution.transaction === null) return;
    const { sinceMs, processorMs: fromMs } = stuck;
    const had = { passedMs: nowMs - sinceMs, fromMs, nowMs: processorTime(thread) };
    // Not for want of a processor: they would be no better off elsewhere, and may move so often only.
    if (hasUsed(BUSY_MS, had)) this.moveNeighbours(thread, call);
    if (!hasUsed(OWN_TIME_LIMIT_MS, had)) return;
    thread.lose(timedOut(OWN_TIME_LIMIT_MS), current);
  }

  /** They have not begun to write anything that counts, and need not wait for how this ends. */
  private moveNeighbours(thread: FunctionThread, busy: ThreadCall | undefined): void {
    for (const call of thread.calls.values()) {
      if (call.execution.transaction === busy?.execution.transaction) continue;
      thread.abandon(call, new ThreadLost("Another function keeps its thread busy"));
    }
    this.pump();
  }

  private hasClosed(): boolean {
    return this.isClosed;
  }

  private isBusy(thread: FunctionThread): boolean {
    const stuck = this.stuck.get(thread);
    return (
      stuck !== undefined &&
      thread.currentCall() !== 0 &&
      stuck.turns === Atomics.load(thread.pulse, PULSE.turns) &&
      performance.now() - stuck.sinceMs > BUSY_MS
    );
  }

  private all(): FunctionThread[] {
    return Object.values(this.threads).flatMap((threads) => [...threads]);
  }
}

/** How much of the processor a thread had, where the machine tells. */
function processorTime({ taskId }: FunctionThread): number | null {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${taskId}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    return null;
  }
}
