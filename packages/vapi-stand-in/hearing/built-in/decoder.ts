/** One engine on its thread. It transcribes one turn after the other, and ends after a long idle time. */
import type { Worker } from "node:worker_threads";
import type { PooledCall } from "./decoder-pool.ts";
import type { EngineAnswer, EngineRequest } from "./engine-worker.ts";
import type { Turn } from "./turn.ts";

export interface DecoderOptions {
  call: PooledCall;
  texts: string;
  idleMs: number;
  /** It has answered, and is free for another turn. */
  onFree(): void;
  /** Its thread is lost, or was idle for too long. */
  onGone(): void;
}

export class Decoder {
  /** The call that used it last, until that call ends. */
  call: PooledCall | null;
  readonly texts: string;
  private readonly thread: Promise<Worker>;
  private readonly options: DecoderOptions;
  private turn: Turn | null = null;
  private idleTimer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(thread: Promise<Worker>, options: DecoderOptions) {
    this.options = options;
    this.call = options.call;
    this.texts = options.texts;
    this.thread = thread;
    this.thread.then(
      (worker) => {
        worker.on("message", ({ text }: EngineAnswer) => this.onAnswer(text));
        worker.on("error", (error) => this.onLost(error));
        worker.on("exit", () => this.onLost(new Error("The recognizer's thread has ended")));
      },
      (error: unknown) => this.onLost(error),
    );
    this.rest();
  }

  get isBusy(): boolean {
    return this.turn !== null;
  }

  take(turn: Turn): void {
    clearTimeout(this.idleTimer);
    this.call = turn.call;
    this.turn = turn;
    turn.passTo((request) => this.send(request));
  }

  async close(): Promise<void> {
    this.end(new Error("The recognizer has been closed"));
    await this.thread.then(
      (worker) => worker.terminate(),
      () => undefined,
    );
  }

  private send(request: EngineRequest): void {
    const transferred = request.kind === "hear" ? [request.samples.buffer as ArrayBuffer] : [];
    this.thread.then(
      (worker) => worker.postMessage(request, transferred),
      // The turn has failed then.
      () => undefined,
    );
  }

  private onAnswer(text: string): void {
    if (this.isClosed) return;
    this.turn?.resolve(text);
    this.turn = null;
    this.rest();
    this.options.onFree();
  }

  private rest(): void {
    this.idleTimer = setTimeout(() => {
      void this.close();
      this.options.onGone();
    }, this.options.idleMs).unref();
  }

  private onLost(error: unknown): void {
    if (this.isClosed) return;
    this.end(error);
    this.options.onGone();
  }

  private end(error: unknown): void {
    this.isClosed = true;
    clearTimeout(this.idleTimer);
    this.turn?.fail(error);
  }
}
