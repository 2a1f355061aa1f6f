/**
 * Runs deployed code on threads, so that it cannot block the backend, and ends functions that never return. Queries and
 * mutations share threads: if one has its thread ended, the others run again, because they have committed nothing. An action
 * cannot run again, so each has its own thread.
 */
import { readFileSync } from "node:fs";
import type { JSONValue } from "convex/values";
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

// Call ids have 32 bits.
const MAX_CALL_ID = 2 ** 31 - 1;
const MAX_CALLS_PER_SHARED_THREAD = 16;
const MAX_SHARED_THREADS = 4;
/** Beyond these, actions share threads: starting one takes half a second of processor time. */
const MAX_SOLO_THREADS = 4;
const MAX_IDLE_THREADS = 2;
const IDLE_TIMEOUT_MS = 30_000;
/** Generous, so that a slow machine is not reported as a fault of the pushed functions. */
const ANALYSIS_WALL_LIMITS = { maxWallMs: 300_000, unmeasuredMs: 40_000 };
const WATCH_MS = 50;
/** A thread that runs one call for longer gets no more calls. */
const BUSY_MS = 100;

/** An analysis has its own thread. Beside actions it could run out of memory, or end when an action ends their thread. */
type Role = "shared" | "solo" | "node" | "analysis";

interface LoadedProgram {
  source: Program;
  /** The queries and mutations that need their own realm. */
  aloneFunctions: Set<string>;
}

// Global, because threads outlive backends, and a late message must not match another backend's call.
let lastProgram = 0;
let lastCall = 0;

/** Since when a call's code has been running without a pause. */
interface Stuck {
  turns: number;
  sinceMs: number;
  processorMs: number | null;
  memory: number;
}

interface Waiting {
  role: Role;
  /** Called by a running function, which must not wait for a thread that it occupies itself. */
  isNested: boolean;
  take: (thread: FunctionThread) => void;
  giveUp: (error: unknown) => void;
}

export class FunctionThreads {
  private readonly options: ThreadsOptions;
  private readonly programs = new Map<number, LoadedProgram>();
  private readonly threads: Record<Role, Set<FunctionThread>> = {
    shared: new Set(),
    solo: new Set(),
    node: new Set(),
    analysis: new Set(),
  };
  private readonly starting = new Set<Role>();
  /** Reserved for an analysis, which is not a call. */
  private readonly reserved = new Set<FunctionThread>();
  private readonly stuck = new Map<FunctionThread, Stuck>();
  private waiting: Waiting[] = [];
  private watch: NodeJS.Timeout | null = null;
  private trimming: NodeJS.Timeout | null = null;
  private isClosed = false;

  constructor(options: ThreadsOptions) {
    this.options = options;
  }

  async analyze(parts: Parts, variables: Variables): Promise<Analysis> {
    return await this.onOwnThread((thread) => thread.analyze(parts, variables));
  }

  /** `modules` are the app's. Null if it has no auth config. */
  async evaluateAuthConfig(modules: Part["modules"], variables: Variables): Promise<JSONValue> {
    return await this.onOwnThread((thread) => thread.evaluateAuthConfig(modules, variables));
  }

  /** Evaluates pushed code on its own thread, because it may do anything. */
  private async onOwnThread<Result>(
    evaluate: (thread: FunctionThread) => Promise<Result>,
  ): Promise<Result> {
    const thread = await new Promise<FunctionThread>((resolve, reject) => {
      const take = (free: FunctionThread) => {
        this.reserved.add(free);
        resolve(free);
      };
      this.enqueue({ role: "analysis", isNested: false, take, giveUp: reject });
    });
    const startedMs = performance.now();
    const processorMs = processorTime(thread);
    const watch = setInterval(() => {
      const passedMs = performance.now() - startedMs;
      const nowMs = processorTime(thread);
      const had = { passedMs, fromMs: processorMs, nowMs };
      if (hasUsed(ANALYSIS_LIMIT_MS, had, ANALYSIS_WALL_LIMITS))
        thread.lose(timedOut(ANALYSIS_LIMIT_MS), 0);
    }, WATCH_MS);
    try {
      return await evaluate(thread);
    } catch (error) {
      if (!(error instanceof DeveloperError)) throw error;
      throw new PushError("InvalidModules", `Failed to analyze the functions: ${error.message}`);
    } finally {
      clearInterval(watch);
      this.reserved.delete(thread);
      this.assignThreads();
      this.trimLater();
    }
  }

  load(program: Program): number {
    lastProgram += 1;
    this.programs.set(lastProgram, { source: program, aloneFunctions: new Set() });
    return lastProgram;
  }

  /** The same program with additional modules in one component. */
  extend(program: number, component: ComponentPath, modules: Part["modules"]): number {
    const { source } = must(this.programs.get(program), `program ${program}`);
    const { mounts, parts } = source;
    const mounted = must(mounts.get(component), component);
    const part = must(parts.get(mounted.definitionPath), mounted.definitionPath);
    const extended = { ...part, modules: new Map([...part.modules, ...modules]) };
    // No real definition has this path.
    const definitionPath = `${mounted.definitionPath}?`;
    return this.load({
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
    const loaded = this.programs.get(program);
    if (loaded === undefined) {
      // The transaction that called this function runs again, with the functions that are live now.
      return ending.reject(new ThreadLost("Another version of the functions was deployed"));
    }
    const { source, aloneFunctions: loners } = loaded;
    const name = `${component} ${execution.path}`;
    const isAction = execution.transaction === null;
    this.enqueue({
      role: isNode ? "node" : isAction ? "solo" : "shared",
      isNested: depth > 0,
      giveUp: ending.reject,
      take: (thread) => {
        lastCall = (lastCall % MAX_CALL_ID) + 1;
        const id = lastCall;
        // An action cannot run again if it changes shared globals, so it is alone from the start.
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
    this.watch ??= setInterval(() => this.checkThreads(), WATCH_MS);
    this.waiting.push(waiting);
    this.assignThreads();
  }

  /** Assigns threads to waiting calls in order, and starts more threads if needed. */
  private assignThreads(): void {
    if (this.waiting.length === 0) return;
    const remaining: Waiting[] = [];
    const rolesWithoutThread = new Set<Role>();
    for (const waiting of this.waiting) {
      const free =
        rolesWithoutThread.has(waiting.role) && !waiting.isNested ? null : this.free(waiting);
      if (free !== null) waiting.take(free);
      else {
        remaining.push(waiting);
        rolesWithoutThread.add(waiting.role);
      }
    }
    this.waiting = remaining;
    for (const role of rolesWithoutThread) void this.startOne(role);
    // One spare thread, so that no call waits for a start when a function keeps a thread busy.
    if (this.threads.shared.size === 1) void this.startOne("shared");
  }

  private free({ role, isNested }: Waiting): FunctionThread | null {
    for (const thread of this.threads[role]) {
      const { size } = thread.calls;
      if (this.reserved.has(thread) || this.isBusy(thread)) continue;
      if (size === 0 || (role === "shared" && (isNested || size < MAX_CALLS_PER_SHARED_THREAD))) {
        return thread;
      }
    }
    return role === "shared" || this.threads[role].size < MAX_SOLO_THREADS
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
    const most = role === "shared" ? MAX_SHARED_THREADS : MAX_SOLO_THREADS;
    if (this.starting.has(role) || this.threads[role].size >= most || this.isClosed) return;
    this.starting.add(role);
    try {
      const thread = await FunctionThread.start({
        ...this.options,
        use: role === "node" || role === "analysis" ? role : "calls",
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
    this.assignThreads();
  }

  private onFree(thread: FunctionThread, role: Role): void {
    if (thread.isGone) {
      this.stuck.delete(thread);
      this.threads[role].delete(thread);
      this.reserved.delete(thread);
    }
    this.assignThreads();
    this.trimLater();
  }

  private trimLater(): void {
    this.trimming ??= setTimeout(() => {
      this.trimming = null;
      for (const role of Object.keys(this.threads) as Role[]) this.trim(role);
    }, IDLE_TIMEOUT_MS).unref();
  }

  /** Ends the idle threads that a burst of calls has left, and all of analyses, which are rare and keep much memory. */
  private trim(role: Role): void {
    const idle = [...this.threads[role]].filter(
      (each) => each.calls.size === 0 && !this.reserved.has(each),
    );
    for (const thread of idle.slice(role === "analysis" ? 0 : MAX_IDLE_THREADS)) {
      this.threads[role].delete(thread);
      void thread.retire();
    }
  }

  /** Ends calls that exceed their time or memory. */
  private checkThreads(): void {
    const nowMs = performance.now();
    let hasCalls = false;
    for (const thread of this.all()) {
      if (thread.calls.size === 0) continue;
      hasCalls = true;
      for (const call of thread.calls.values()) {
        if (nowMs - call.startedMs > call.limitMs) this.endOverdueCall(thread, call);
      }
      this.checkRunningCode(thread, nowMs);
    }
    // A busy thread may have become free.
    this.assignThreads();
    if (hasCalls || this.waiting.length > 0 || this.watch === null) return;
    clearInterval(this.watch);
    this.watch = null;
  }

  private endOverdueCall(thread: FunctionThread, call: ThreadCall): void {
    if (call.execution.transaction === null) return thread.lose(timedOut(call.limitMs), call.id);
    thread.abandon(call, new DeveloperError(TOO_MANY_OPERATIONS));
  }

  private checkRunningCode(thread: FunctionThread, nowMs: number): void {
    const current = thread.currentCall();
    const turns = Atomics.load(thread.pulse, PULSE.turns);
    const stuck = this.stuck.get(thread);
    // An unknown call was abandoned and still runs, or is an action that has just ended.
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
    // Only if it really used the processor: on a loaded machine they would not be faster elsewhere.
    if (hasUsed(BUSY_MS, had)) this.moveNeighbours(thread, call);
    if (!hasUsed(OWN_TIME_LIMIT_MS, had)) return;
    thread.lose(timedOut(OWN_TIME_LIMIT_MS), current);
  }

  /** Moves the other calls of a busy thread elsewhere: they have committed nothing, so they may run again. */
  private moveNeighbours(thread: FunctionThread, busy: ThreadCall | undefined): void {
    for (const call of thread.calls.values()) {
      if (call.execution.transaction === busy?.execution.transaction) continue;
      thread.abandon(call, new ThreadLost("Another function keeps its thread busy"));
    }
    this.assignThreads();
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

/** A thread's processor time, if the machine reports it. */
function processorTime({ taskId }: FunctionThread): number | null {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${taskId}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    return null;
  }
}
