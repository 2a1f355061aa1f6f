/**
 * A few decoders for any number of calls. A call prefers the decoder that it had before, which knows the visitor's
 * microphone and the assistant's words. A turn that finds no free decoder keeps its samples until there is one.
 */
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { startThread } from "@hark/stand-in-kit/worker-thread";
import { Decoder } from "./decoder.ts";
import type { EngineOptions } from "./engine.ts";
import { Turn } from "./turn.ts";

export interface DecoderPool {
  /** `texts` are the assistant's own. */
  openCall(texts: string): PooledCall;
  close(): Promise<void>;
}

export interface PooledCall {
  readonly texts: string;
  /** Gets a decoder ready, unless other calls have them all. */
  prepare(): void;
  startTurn(): Turn;
  close(): void;
}

export interface DecoderPoolOptions {
  /** Where the package is. */
  folder: string;
  mostDecoders?: number;
  idleMs?: number;
  startDecoder?: (options: EngineOptions) => Promise<Worker>;
}

/** Each takes some 150 MB, and a seventh of a core while its visitor speaks. */
const MAX_DECODERS = Math.min(4, availableParallelism());
const IDLE_MS = 5 * 60_000;
const SCRIPT = new URL("./engine-worker.ts", import.meta.url);

export function startEngineThread(workerData: EngineOptions): Promise<Worker> {
  return startThread(SCRIPT, { workerData });
}

export function openDecoderPool({
  folder,
  mostDecoders = MAX_DECODERS,
  idleMs = IDLE_MS,
  startDecoder = startEngineThread,
}: DecoderPoolOptions): DecoderPool {
  /** The one that was used last is last. */
  const decoders = new Set<Decoder>();
  const waiting: Turn[] = [];

  function start(call: PooledCall): Decoder {
    const { texts } = call;
    const decoder = new Decoder(startDecoder({ folder, texts }), {
      ...{ call, texts, idleMs },
      onFree() {
        decoders.delete(decoder);
        decoders.add(decoder);
        assignTurns();
      },
      onGone() {
        decoders.delete(decoder);
        assignTurns();
      },
    });
    decoders.add(decoder);
    return decoder;
  }

  function replace(decoder: Decoder | undefined, call: PooledCall): Decoder | null {
    if (decoder === undefined) return null;
    decoders.delete(decoder);
    void decoder.close();
    return start(call);
  }

  /** One that no other call has. */
  function ownDecoder(call: PooledCall): Decoder | null {
    const free = [...decoders].filter(({ isBusy }) => !isBusy);
    const unused = free.filter((decoder) => decoder.call === null);
    return (
      free.find((decoder) => decoder.call === call) ??
      unused.find(({ texts }) => texts === call.texts) ??
      (decoders.size < mostDecoders ? start(call) : replace(unused[0], call))
    );
  }

  /** A decoder of a call in which the visitor is not speaking now. */
  function borrowedDecoder(call: PooledCall): Decoder | null {
    const free = [...decoders].filter(({ isBusy }) => !isBusy);
    return free.find(({ texts }) => texts === call.texts) ?? replace(free[0], call);
  }

  function assignTurns(): void {
    for (let turn = waiting[0]; turn !== undefined; turn = waiting[0]) {
      const decoder = ownDecoder(turn.call) ?? borrowedDecoder(turn.call);
      if (decoder === null) return;
      waiting.shift();
      decoder.take(turn);
    }
  }

  return {
    openCall(texts) {
      const call: PooledCall = {
        texts,
        prepare() {
          const decoder = waiting.length === 0 ? ownDecoder(call) : null;
          if (decoder !== null) decoder.call = call;
        },
        startTurn() {
          const turn = new Turn(call, () => {
            const at = waiting.indexOf(turn);
            if (at !== -1) waiting.splice(at, 1);
          });
          waiting.push(turn);
          assignTurns();
          return turn;
        },
        close() {
          for (const decoder of decoders) if (decoder.call === call) decoder.call = null;
        },
      };
      return call;
    },
    async close() {
      const all = [...decoders];
      decoders.clear();
      await Promise.all(all.map((decoder) => decoder.close()));
    },
  };
}
