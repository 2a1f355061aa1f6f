/** Typed conversations on the voice platform: https://docs.vapi.ai/chat/session-management, https://docs.vapi.ai/chat/streaming */
import { parseJson } from "../lib/fields";
import { sentEvents } from "../shared/sentEvents";
import { VoicePlatformError } from "./vapiAnswers";

/** A message that is already part of a conversation. */
export type SessionMessage = { role: "system" | "user" | "assistant"; content: string };

/** With a saved assistant, or with one that exists only in this session. */
export type NewSession = ({ assistantId: string } | { assistant: object }) & {
  expirationSeconds: number;
  messages: SessionMessage[];
  /** Besides these fields, any that a call can override. */
  assistantOverrides?: {
    /** Replaced in the prompt when the session is created. Later values have no effect. */
    variableValues?: Record<string, string>;
    /** The only part of an artifact plan that counts for a session. */
    artifactPlan?: { structuredOutputIds: string[] };
  };
};

/** The longest answer, with the time that the model takes to begin. */
const ANSWER_TIMEOUT_MS = 60_000;
/** In characters. A model's answer is far shorter. */
const MAX_ANSWER_LENGTH = 20_000;
const MAX_ERROR_LENGTH = 10_000;

/** The pieces of an answer as the platform sends them. */
export async function* streamedAnswer(
  url: string,
  init: RequestInit,
): AsyncGenerator<string, void, undefined> {
  const what = "answer a message";
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ANSWER_TIMEOUT_MS);
  try {
    const response = await fetch(url, { ...init, signal: controller.signal });
    if (!response.ok || response.body === null) {
      const detail = (await response.text()).slice(0, MAX_ERROR_LENGTH);
      throw new VoicePlatformError(what, response.status, detail);
    }
    let length = 0;
    for await (const data of sentEvents(response.body)) {
      const piece = pieceIn(data);
      length += piece.length;
      if (length > MAX_ANSWER_LENGTH) return;
      if (piece !== "") yield piece;
    }
  } catch (error) {
    if (error instanceof VoicePlatformError) throw error;
    throw new VoicePlatformError(what, null, String(error));
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** Only text of an answer has a path to a content. The last event is not JSON. */
function pieceIn(data: string): string {
  const event = parseJson(data);
  if (typeof event !== "object" || event === null) return "";
  const { path, delta } = event as { path?: unknown; delta?: unknown };
  const isText = typeof path === "string" && /^chat\.output\[\d+\]\.content$/.test(path);
  return isText && typeof delta === "string" ? delta : "";
}
