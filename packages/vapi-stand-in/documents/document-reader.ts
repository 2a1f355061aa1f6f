/** Reads documents one after the other, each on a new thread, within limits of time and memory. */
import type { Worker } from "node:worker_threads";
import { startThread } from "@hark/stand-in-kit/worker-thread";

export interface ReadingLimits {
  characters: number;
  seconds: number;
  /** Of its thread's own. */
  heapMegabytes: number;
  /** By which the process may grow, since what is unpacked lies outside of any heap. */
  megabytes: number;
}

export interface StoredDocument {
  /** As its owner calls it: its ending says how it is read. */
  name: string;
  path: string;
}

export interface ReadDocument {
  text: string;
  /** Why the text ends before the document does; null when it is whole. */
  cutBecause: string | null;
}

export interface DocumentReader {
  /** Rejects with the reason when nothing can be read. */
  read(document: StoredDocument): Promise<ReadDocument>;
  /** Rejects the documents that are waiting. */
  close(): Promise<void>;
}

export interface ReadingOrder extends StoredDocument {
  mostCharacters: number;
}

export type ReadingMessage = { text: string } | { end: "whole" | "full" } | { error: string };

// A thick book has a million characters, and a plain one is read in a second or two.
const LIMITS: ReadingLimits = {
  characters: 1_000_000,
  seconds: 20,
  heapMegabytes: 256,
  megabytes: 512,
};

const MEGABYTE = 2 ** 20;
const MEMORY_CHECK_MS = 50;

const SCRIPT = new URL("./document-worker.ts", import.meta.url);

export function createDocumentReader(limits: Partial<ReadingLimits> = {}): DocumentReader {
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  return {
    read(document) {
      const reading = last.then(() =>
        readOnThread(document, { ...LIMITS, ...limits }, closing.signal),
      );
      last = reading.catch(() => undefined);
      return reading;
    },
    async close() {
      closing.abort();
      await last;
    },
  };
}

async function readOnThread(
  document: StoredDocument,
  limits: ReadingLimits,
  closing: AbortSignal,
): Promise<ReadDocument> {
  closing.throwIfAborted();
  const worker = await startThread(SCRIPT, {
    workerData: { ...document, mostCharacters: limits.characters } satisfies ReadingOrder,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
  });
  const texts: string[] = [];
  try {
    const cutBecause = await reasonOfEnd(worker, { limits, closing, onText: (t) => texts.push(t) });
    const text = texts.join("").trim();
    if (text === "" && cutBecause !== null) throw new Error(cutBecause);
    return { text, cutBecause };
  } finally {
    await worker.terminate();
  }
}

interface Reading {
  limits: ReadingLimits;
  closing: AbortSignal;
  onText: (text: string) => void;
}

/** Null when the document was read to its end; rejects when it cannot be read. */
function reasonOfEnd(worker: Worker, { limits, closing, onText }: Reading): Promise<string | null> {
  const { characters, seconds, heapMegabytes, megabytes } = limits;
  const megabytesBefore = process.memoryUsage.rss() / MEGABYTE;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => resolve(`it takes longer than ${seconds} seconds to read`),
      1000 * seconds,
    );
    const watch = setInterval(() => {
      const grownBy = process.memoryUsage.rss() / MEGABYTE - megabytesBefore;
      if (grownBy > megabytes) resolve(tooMuch(megabytes));
    }, MEMORY_CHECK_MS);
    const stop = () => reject(new Error("the platform is closing"));
    closing.addEventListener("abort", stop);
    worker.on("message", (message: ReadingMessage) => {
      if ("text" in message) onText(message.text);
      else if ("error" in message) reject(new Error(message.error));
      else resolve(message.end === "whole" ? null : `it has more than ${characters} characters`);
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") reject(error);
      else resolve(tooMuch(heapMegabytes));
    });
    worker.on("exit", () => {
      clearTimeout(timer);
      clearInterval(watch);
      closing.removeEventListener("abort", stop);
      reject(new Error("its thread has ended"));
    });
  });
}

function tooMuch(megabytes: number): string {
  return `reading it takes more than ${megabytes} MB of memory`;
}
