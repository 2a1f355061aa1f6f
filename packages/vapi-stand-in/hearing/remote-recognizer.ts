import { postTo } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";
import { toWav } from "../speech/wav.ts";

export async function recognizeRemotely(
  endpoint: Endpoint,
  turn: Int16Array,
  signal: AbortSignal,
): Promise<string> {
  const body = new FormData();
  body.set("model", endpoint.model);
  body.set("file", new Blob([new Uint8Array(toWav(turn))], { type: "audio/wav" }), "turn.wav");
  const answer = await postTo(endpoint, { path: "audio/transcriptions", body, signal });
  if (typeof answer !== "object" || answer === null || !("text" in answer)) {
    throw new Error("The transcription endpoint answered without a text");
  }
  return String(answer.text).trim();
}
