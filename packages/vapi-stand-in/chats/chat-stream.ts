/** A chat's answer as server-sent events, piece by piece as a model writes it. */
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { Chat } from "../store/resources.ts";

type Pause = (ms: number) => Promise<void>;

// Seven times as fast as speech.
const PAUSE_MS = 10;
/** A word with the space before it. Long words, and languages without spaces, are cut. */
const PIECE = /\s*\S{1,8}|\s+$/gu;

export function piecesOf(text: string): string[] {
  return text.match(PIECE) ?? [];
}

/** Makes the next piece when the last one has been taken. Whoever stops reading ends it. */
export function chatStream(chat: Chat, pause: Pause = wait): ReadableStream {
  const events = Readable.from(eventsOf(chat, pause), { highWaterMark: 1 });
  return Readable.toWeb(events) as ReadableStream;
}

async function* eventsOf({ id, sessionId, output }: Chat, pause: Pause): AsyncGenerator<Buffer> {
  const inSession = sessionId === undefined ? {} : { sessionId };
  for (const [index, { role, content }] of output.entries()) {
    if (role !== "assistant") continue;
    const path = `chat.output[${index}].content`;
    for (const [at, delta] of piecesOf(content).entries()) {
      if (at > 0) await pause(PAUSE_MS);
      yield event(JSON.stringify({ id, ...inSession, path, delta }));
    }
  }
  yield event("[DONE]");
}

function event(data: string): Buffer {
  return Buffer.from(`data: ${data}\n\n`);
}
