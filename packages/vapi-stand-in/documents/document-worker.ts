/** Reads one document on its own thread, and sends the text in parts. */
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { must } from "@hark/stand-in-kit/must";
import type { ReadingMessage, ReadingOrder } from "./document-reader.ts";
import { piecesOf } from "./pieces.ts";

// Few messages, and little lost when the reading is stopped.
const BATCH_CHARACTERS = 16_384;
const BATCH_MS = 100;

const port = must(parentPort, "the thread that started this worker");
const { name, path, mostCharacters } = workerData as ReadingOrder;

const send = (message: ReadingMessage) => port.postMessage(message);

async function read(): Promise<void> {
  let batch = "";
  let room = mostCharacters;
  let sentAt = performance.now();
  const flush = () => {
    send({ text: batch });
    batch = "";
    sentAt = performance.now();
  };
  for await (const piece of piecesOf(name, await readFile(path))) {
    batch += piece.slice(0, room);
    if (piece.trimEnd().length > room) {
      flush();
      // At once: leaving the loop may take as long as the rest of the document.
      send({ end: "full" });
      return;
    }
    room -= Math.min(piece.length, room);
    if (batch.length >= BATCH_CHARACTERS || performance.now() - sentAt >= BATCH_MS) flush();
  }
  flush();
  send({ end: "whole" });
}

read().catch((error: unknown) =>
  send({ error: error instanceof Error ? error.message : String(error) }),
);
