import { EventEmitter } from "node:events";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDecoderPool } from "./decoder-pool.ts";
import type { EngineOptions } from "./engine.ts";
import type { EngineRequest } from "./engine-worker.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const IDLE_MS = 1000;

/** A thread that answers when it is told to. */
class FakeThread extends EventEmitter {
  readonly texts: string;
  readonly requests: string[] = [];
  isTerminated = false;

  constructor({ texts }: EngineOptions) {
    super();
    this.texts = texts;
  }

  postMessage({ kind }: EngineRequest): void {
    this.requests.push(kind);
  }

  answer(text: string): void {
    this.emit("message", { text });
  }

  async terminate(): Promise<number> {
    this.isTerminated = true;
    return 0;
  }
}

function openPool(mostDecoders = 2) {
  const threads: FakeThread[] = [];
  const pool = openDecoderPool({
    folder: "",
    mostDecoders,
    idleMs: IDLE_MS,
    async startDecoder(options) {
      const thread = new FakeThread(options);
      threads.push(thread);
      return thread as unknown as Worker;
    },
  });
  return { pool, threads };
}

type Call = ReturnType<ReturnType<typeof openPool>["pool"]["openCall"]>;

function say(call: Call) {
  const turn = call.startTurn();
  turn.send({ kind: "hear", samples: new Int16Array(1) });
  turn.send({ kind: "finish" });
  return turn;
}

/** Until all that was sent has arrived. */
const sent = () => vi.advanceTimersByTimeAsync(0);

test("[H7] a call keeps its decoder, and another call has another one", async () => {
  const { pool, threads } = openPool();
  const [one, other] = [pool.openCall("bakery"), pool.openCall("bakery")];
  one.prepare();
  other.prepare();
  for (const text of ["first", "second"]) {
    const turn = say(one);
    await sent();
    threads[0]?.answer(text);
    expect(await turn.words).toBe(text);
  }
  expect(threads.map(({ requests }) => requests.length)).toEqual([4, 0]);
});

test("[H7] a turn without a free decoder is kept, and heard when one is free", async () => {
  const { pool, threads } = openPool();
  const calls = ["bakery", "bakery", "bakery"].map((texts) => pool.openCall(texts));
  const turns = calls.map(say);
  await sent();
  expect(threads.map(({ requests }) => requests)).toEqual([
    ["hear", "finish"],
    ["hear", "finish"],
  ]);
  threads[1]?.answer("the second");
  await sent();
  expect(threads[1]?.requests).toEqual(["hear", "finish", "hear", "finish"]);
  threads[1]?.answer("the third");
  threads[0]?.answer("the first");
  expect(await Promise.all(turns.map(({ words }) => words))).toEqual([
    "the first",
    "the second",
    "the third",
  ]);
});

test("[H7] a decoder that rests is given to another assistant's call with that one's words", async () => {
  const { pool, threads } = openPool(1);
  const bakery = pool.openCall("bakery");
  bakery.prepare();
  const dentist = pool.openCall("dentist");
  dentist.prepare();
  await sent();
  expect(threads, "a call that goes on loses its decoder only to somebody who speaks").toHaveLength(
    1,
  );
  const turn = say(dentist);
  await sent();
  expect(threads.map(({ texts, isTerminated }) => [texts, isTerminated])).toEqual([
    ["bakery", true],
    ["dentist", false],
  ]);
  threads[1]?.answer("a filling");
  expect(await turn.words).toBe("a filling");
});

test("[H7] a lost thread fails its turn alone, and the next turn has a new one", async () => {
  const { pool, threads } = openPool(1);
  const call = pool.openCall("bakery");
  const [lost, next] = [say(call), say(call)];
  await sent();
  threads[0]?.emit("error", "abort");
  threads[0]?.emit("exit", 1);
  await expect(lost.words).rejects.toBe("abort");
  await sent();
  threads[1]?.answer("hello");
  expect(await next.words).toBe("hello");
  expect(threads).toHaveLength(2);
});

test("[H7] a turn that is cancelled frees its decoder, also before it has one", async () => {
  const { pool, threads } = openPool(1);
  const call = pool.openCall("bakery");
  const turns = [call.startTurn(), call.startTurn(), say(call)];
  turns[0]?.cancel("left");
  turns[1]?.cancel("left");
  await sent();
  expect(threads[0]?.requests).toEqual(["finish"]);
  threads[0]?.answer("");
  await sent();
  threads[0]?.answer("hello");
  expect(await turns[2]?.words).toBe("hello");
  await expect(turns[0]?.words).rejects.toBe("left");
});

test("[H7] an idle decoder ends, and comes back for the next turn", async () => {
  const { pool, threads } = openPool();
  const call = pool.openCall("bakery");
  call.prepare();
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  expect(threads[0]?.isTerminated).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(threads[0]?.isTerminated).toBe(true);
  const turn = say(call);
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect(threads[1]?.isTerminated, "who listens is not idle").toBe(false);
  threads[1]?.answer("hello");
  expect(await turn.words).toBe("hello");
  await pool.close();
  expect(threads[1]?.isTerminated).toBe(true);
});
