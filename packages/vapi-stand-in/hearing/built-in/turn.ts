/** One turn's requests to its decoder, queued until it has one. */
import type { PooledCall } from "./decoder-pool.ts";
import type { EngineRequest } from "./engine-worker.ts";

export class Turn {
  readonly call: PooledCall;
  /** Fails when the turn is cancelled, or its decoder is lost. */
  readonly words: Promise<string>;
  private settle!: { resolve: (text: string) => void; reject: (error: unknown) => void };
  private readonly onCancel: () => void;
  private readonly kept: EngineRequest[] = [];
  private pass: (request: EngineRequest) => void;
  private isFinished = false;

  constructor(call: PooledCall, onCancel: () => void) {
    this.call = call;
    this.onCancel = onCancel;
    this.pass = (request) => void this.kept.push(request);
    this.words = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
    // The result of a cancelled turn is not awaited.
    this.words.catch(() => undefined);
  }

  send(request: EngineRequest): void {
    if (this.isFinished) return;
    this.isFinished = request.kind === "finish";
    this.pass(request);
  }

  passTo(pass: (request: EngineRequest) => void): void {
    this.pass = pass;
    for (const request of this.kept.splice(0)) pass(request);
  }

  resolve(text: string): void {
    this.settle.resolve(text);
  }

  fail(error: unknown): void {
    this.isFinished = true;
    this.settle.reject(error);
  }

  cancel(reason: unknown): void {
    // Its decoder, if it has one, is free for others once it has answered.
    this.send({ kind: "finish" });
    this.fail(reason);
    this.onCancel();
  }
}
