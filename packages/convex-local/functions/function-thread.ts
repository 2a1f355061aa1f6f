/** One thread that runs deployed code, from the backend's side: its calls, their system calls, its end. */
import { MessageChannel } from "node:worker_threads";
import type { MessagePort, Transferable, Worker } from "node:worker_threads";
import type { JSONValue } from "convex/values";
import { startThread } from "@hark/stand-in-kit/worker-thread";
import { PushError } from "../deploy/push-request.ts";
import { PULSE } from "../runtime/protocol.ts";
import type {
  Analysis,
  Answer,
  FromThread,
  FunctionStart,
  Part,
  Parts,
  Program,
  Question,
  RequestStart,
  ToThread,
  Variables,
} from "../runtime/protocol.ts";
import { HEAP_LIMIT_MB, NODE_HEAP_LIMIT_MB, outOfMemory } from "../runtime/limits.ts";
import { inBinary } from "../values/value-limits.ts";
import type { Execution } from "./execution.ts";
import { FunctionFailure } from "./failure.ts";

/** The function must run again, through no fault of its own. */
export class ThreadLost extends Error {}

/** The function changes shared globals, and must run in its own realm. */
export class NeedsOwnRealm extends ThreadLost {}

export type AnswerQuestion = (
  execution: Execution,
  question: Question,
) => Answered | Promise<Answered>;

export interface Answered {
  text: string;
  /** The answers to repetitions of the same system call, fetched in advance. */
  ahead?: string[];
  bytes?: Uint8Array<ArrayBuffer>;
}

export interface ThreadCall {
  id: number;
  execution: Execution;
  startedMs: number;
  limitMs: number;
  resolve: (value: string) => void;
  respond: (response: Response) => void;
  reject: (error: unknown) => void;
  /** The body of its response, while it is read. */
  body: ReadableStreamDefaultController<Uint8Array> | null;
  chunkWanted: (() => void) | null;
  /** Of that body, so far. */
  sentBytes: number;
}

type Chunk = Uint8Array<ArrayBuffer>;

const LARGEST_RESPONSE_BYTES = 20 * 2 ** 20;
const CALL_ABANDONED = "Nobody waits for this function any longer";
const SCRIPT = new URL("../runtime/thread.ts", import.meta.url);

export class FunctionThread {
  readonly calls = new Map<number, ThreadCall>();
  readonly pulse: Int32Array;
  isGone = false;
  private readonly wires: Wires;
  private readonly options: ThreadOptions;
  private readonly loaded = new Set<number>();
  private evaluation: Evaluation | null = null;

  private constructor(wires: Wires, options: ThreadOptions) {
    this.wires = wires;
    this.pulse = wires.pulse;
    this.options = options;
    const { worker } = wires;
    worker.ref();
    worker.on("message", (message: FromThread) => this.onMessage(message));
    worker.on("error", (error: NodeJS.ErrnoException) => {
      this.lose(
        error.code === "ERR_WORKER_OUT_OF_MEMORY" ? outOfMemory() : error,
        this.currentCall(),
      );
    });
    worker.on("exit", () =>
      this.lose(new Error("The function ended its process"), this.currentCall()),
    );
  }

  static async start(options: ThreadOptions): Promise<FunctionThread> {
    const spare = spares[options.use].pop();
    if (spare !== undefined) return new FunctionThread(spare, options);
    const pulse = new Int32Array(new SharedArrayBuffer(PULSE.size * Int32Array.BYTES_PER_ELEMENT));
    const { port1, port2 } = new MessageChannel();
    const worker = await startThread(SCRIPT, {
      workerData: { pulse, answers: port2 },
      transferList: [port2],
      resourceLimits: {
        maxOldGenerationSizeMb: options.use === "node" ? NODE_HEAP_LIMIT_MB : HEAP_LIMIT_MB,
      },
    });
    return new FunctionThread({ worker, pulse, answers: port1, taskId: null }, options);
  }

  /** The thread's id in /proc, for reading its processor time. */
  get taskId(): string | null {
    return this.wires.taskId;
  }

  /** The call whose code runs right now, or 0. */
  currentCall(): number {
    return Atomics.load(this.pulse, PULSE.call);
  }

  async analyze(parts: Parts, variables: Variables): Promise<Analysis> {
    return await new Promise((analyzed, reject) => {
      this.evaluation = { analyzed, reject };
      this.send({ type: "analyze", parts, variables });
    });
  }

  async evaluateAuthConfig(modules: Part["modules"], variables: Variables): Promise<JSONValue> {
    return await new Promise((authConfig, reject) => {
      this.evaluation = { authConfig, reject };
      this.send({ type: "evaluateAuthConfig", modules, variables });
    });
  }

  begin(call: ThreadCall, start: FunctionStart | RequestStart, source: Program): void {
    if (!this.loaded.has(start.program)) {
      this.loaded.add(start.program);
      const { clockOffset } = this.options;
      this.send({ type: "load", program: start.program, source, clockOffset });
    }
    this.calls.set(call.id, call);
    this.send(start);
  }

  unload(program: number): void {
    if (this.loaded.delete(program)) this.send({ type: "unload", program });
  }

  /** Abandons a call. The thread continues with others. */
  abandon(call: ThreadCall, error: unknown): void {
    this.send({ type: "abandon", id: call.id });
    this.settle(call, () => call.reject(error));
  }

  /** Ends the thread because of one call (0 if unknown). The other calls may run again elsewhere. */
  lose(why: unknown, responsibleCall: number): void {
    if (this.isGone) return;
    this.isGone = true;
    void this.end();
    this.evaluation?.reject(why);
    const lost = [...this.calls.values()];
    this.calls.clear();
    for (const call of lost) {
      const isResponsible = responsibleCall === 0 ? lost.length === 1 : call.id === responsibleCall;
      const error = isResponsible ? why : new ThreadLost("Its thread ended");
      call.body?.error(error);
      call.reject(error);
    }
    this.options.onFree(this);
  }

  /** Ends an idle thread. */
  async retire(): Promise<void> {
    this.isGone = true;
    await this.end();
  }

  /** Called when the backend closes. An idle thread is kept as a spare for the next backend of this process. */
  async close(): Promise<void> {
    if (this.isGone) return;
    const isIdle = this.calls.size === 0 && this.evaluation === null && this.currentCall() === 0;
    const kept = spares[this.options.use];
    if (isIdle && this.options.use !== "node" && kept.length < MOST_SPARES) {
      for (const program of this.loaded) this.unload(program);
      this.isGone = true;
      const { worker } = this.wires;
      // Not all of them at once: the worker has some of its own.
      for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
      worker.unref();
      kept.push(this.wires);
      return;
    }
    this.isGone = true;
    for (const call of this.calls.values()) call.reject(new ThreadLost("The backend closes"));
    this.calls.clear();
    await this.end();
  }

  private end(): Promise<unknown> {
    this.wires.answers.close();
    return this.wires.worker.terminate();
  }

  private onMessage(message: FromThread): void {
    if (this.isGone) return;
    switch (message.type) {
      case "ready":
        this.wires.taskId = message.taskId;
        return;
      case "analyzed":
        this.evaluation?.analyzed?.(message.analysis);
        this.evaluation = null;
        return;
      case "authConfig":
        this.evaluation?.authConfig?.(message.authConfig);
        this.evaluation = null;
        return;
      case "refused": {
        const { code, message: text } = message;
        this.evaluation?.reject(code === null ? new Error(text) : new PushError(code, text));
        this.evaluation = null;
        return;
      }
      default: {
        const call = this.calls.get(message.id);
        if (call !== undefined) this.onCallMessage(call, message);
        // An abandoned call may still block its thread, and with it all other calls, while it waits for an answer.
        else if (message.type === "question")
          this.sendFailure(message, new ThreadLost(CALL_ABANDONED));
      }
    }
  }

  private onCallMessage(call: ThreadCall, message: Exclude<FromThread, Unaddressed>): void {
    switch (message.type) {
      case "question":
        return this.reply(call, message);
      case "log":
        return call.execution.log(message.line);
      case "done":
        call.execution.usedTime.value ||= message.usedTime;
        return this.settle(call, () => call.resolve(message.value));
      case "aside":
        return this.settle(call, () => call.reject(new NeedsOwnRealm(call.execution.path)));
      case "failed": {
        call.execution.usedTime.value ||= message.usedTime;
        const error = new FunctionFailure(message.failure);
        return this.settle(call, () => {
          call.body?.error(error);
          call.reject(error);
        });
      }
      case "response": {
        const { status, headers, body } = message;
        if (body === "in chunks") {
          return call.respond(new Response(this.bodyOf(call), { status, headers }));
        }
        const content = body === null ? null : this.withinLimit(call, body);
        return this.settle(call, () => call.respond(new Response(content, { status, headers })));
      }
      case "chunk": {
        const { bytes } = message;
        if (bytes === null) return this.settle(call, () => call.body?.close());
        call.body?.enqueue(this.withinLimit(call, bytes));
        return call.chunkWanted?.();
      }
    }
  }

  private settle(call: ThreadCall, respond: () => void): void {
    this.calls.delete(call.id);
    respond();
    call.chunkWanted?.();
    this.options.onFree(this);
  }

  private reply(call: ThreadCall, question: Question): void {
    let answered: Answered | Promise<Answered>;
    try {
      answered = this.options.answer(call.execution, question);
    } catch (error) {
      return this.sendFailure(question, error);
    }
    if (!(answered instanceof Promise)) return this.sendAnswer(question, answered);
    answered.then(
      (late) => this.sendAnswer(question, late),
      (error: unknown) => this.sendFailure(question, error),
    );
  }

  private sendAnswer(question: Question, answered: Answered): void {
    const { bytes } = answered;
    this.sendReply(question, answered, bytes === undefined ? [] : [bytes.buffer]);
  }

  private sendFailure(question: Question, thrown: unknown): void {
    const { message, data } = thrown as { message: string; data?: JSONValue };
    this.sendReply(question, { failure: { message, ...(data !== undefined && { data }) } }, []);
  }

  private sendReply(
    { id, request }: Question,
    content: Pick<Answer, "text" | "ahead" | "bytes" | "failure">,
    transfer: Transferable[],
  ): void {
    if (this.isGone || request === null) return;
    const answer: Answer = { type: "answer", id, request, ...content };
    if (request !== -1) return this.send(answer, transfer);
    this.wires.answers.postMessage(answer, transfer);
    Atomics.add(this.pulse, PULSE.answers, 1);
    Atomics.notify(this.pulse, PULSE.answers);
  }

  /** Drops a chunk that would exceed it: crates/isolate/src/environment/action/mod.rs `handle_http_streamed_part`. */
  private withinLimit(call: ThreadCall, bytes: Chunk): Chunk {
    if (call.sentBytes + bytes.byteLength <= LARGEST_RESPONSE_BYTES) {
      call.sentBytes += bytes.byteLength;
      return bytes;
    }
    const limit = inBinary(LARGEST_RESPONSE_BYTES);
    const message = `HttpResponseTooLarge: HTTP actions support responses up to ${limit}`;
    const timestamp = Date.now() + (this.options.clockOffset[0] ?? 0);
    call.execution.log({ level: "ERROR", messages: [message], isTruncated: false, timestamp });
    return new Uint8Array();
  }

  /** Requests each chunk when the reader wants it, so that a slow reader slows the function down. */
  private bodyOf(call: ThreadCall): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          call.body = controller;
        },
        pull: () =>
          new Promise<void>((resolve) => {
            call.chunkWanted = resolve;
            this.send({ type: "pull", id: call.id });
          }),
        cancel: () => {
          call.body = null;
          this.send({ type: "cancel", id: call.id });
        },
      },
      { highWaterMark: 0 },
    );
  }

  private send(message: ToThread, transfer: Transferable[] = []): void {
    if (this.isGone) return;
    this.wires.worker.postMessage(message, transfer);
  }
}

interface Wires {
  worker: Worker;
  pulse: Int32Array;
  answers: MessagePort;
  taskId: string | null;
}

/** Idle threads of closed backends. A process that opens several backends, one after the other, reuses them. */
const spares: Record<ThreadUse, Wires[]> = { calls: [], analysis: [], node: [] };
const MOST_SPARES = 4;

/** "node" runs "use node" modules, which get more memory. An analysis leaves half of a thread's memory filled. */
export type ThreadUse = "calls" | "analysis" | "node";

export interface ThreadOptions {
  answer: AnswerQuestion;
  clockOffset: Float64Array;
  use: ThreadUse;
  /** A call has ended, or the thread itself. */
  onFree: (thread: FunctionThread) => void;
}

/** A running evaluation of pushed code, which is not a call. */
interface Evaluation {
  analyzed?: (analysis: Analysis) => void;
  authConfig?: (config: JSONValue) => void;
  reject: (error: unknown) => void;
}

type Unaddressed = { type: "ready" | "analyzed" | "authConfig" | "refused" };
