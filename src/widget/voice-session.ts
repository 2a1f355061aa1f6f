import { WIDGET_MESSAGES } from "../../convex/shared/messages";
import type { Line } from "../lib/widget-protocol";
import { cameraErrorText, meaningOf } from "./sdk-error";
import { createSilenceWatch } from "./silence-watch";
import type { VoiceClient, WebCall } from "./voice-client";

export interface SessionListener {
  onActive(): void;
  onEnded(): void;
  onFailed(text: string): void;
  onNotice(text: string | null): void;
  onLine(line: Line): void;
}

export interface VoiceSession {
  /** Leaves the call, however far it has come; resolves when another one may begin. */
  close(): Promise<void>;
}

/**
 * One call. It is told by the SDK's events alone: the promise of `join` never settles when a call
 * is stopped while it joins.
 */
export function openSession(
  client: VoiceClient,
  call: Promise<WebCall>,
  listener: SessionListener,
): VoiceSession {
  let isOpen = true;
  let isJoined = false;
  let isActive = false;
  let isQuiet = false;
  /** Of what is said about the call, and of its sound: each has a connection of its own. */
  const interrupted = new Set<unknown>();
  const silence = createSilenceWatch((isNowQuiet) => {
    isQuiet = isNowQuiet;
    tellNotice();
  });

  function tellNotice() {
    if (interrupted.size > 0) listener.onNotice(WIDGET_MESSAGES.connectionCut);
    else listener.onNotice(isQuiet ? WIDGET_MESSAGES.notHeard : null);
  }

  /** What comes after the end, such as the last words fading out, belongs to nobody. */
  const on = (event: string, react: (detail: unknown) => void) =>
    client.on(event, (detail) => {
      if (isOpen) react(detail);
    });
  const fail = (text: string) => {
    if (isOpen) listener.onFailed(text);
  };

  // Told twice: once the page has joined, and once the other side listens.
  on("call-start", () => {
    if (!isJoined) {
      isJoined = true;
      return;
    }
    isActive = true;
    silence.wait();
    listener.onActive();
  });
  on("call-end", () => listener.onEnded());
  on("speech-start", () => silence.pause());
  on("speech-end", () => silence.wait());
  on("local-volume-level", (level) => silence.hear(Number(level)));
  on("network-connection", (connection) => {
    const { type, event } = connection as { type?: unknown; event?: unknown };
    if (event === "interrupted") interrupted.add(type);
    else interrupted.delete(type);
    tellNotice();
  });
  on("message", (message) => {
    const line = readLine(message);
    if (line !== null) listener.onLine(line);
  });
  on("camera-error", (error) => fail(cameraErrorText(error)));
  on("error", (error) => {
    const meaning = meaningOf(error, isActive);
    if (meaning.kind === "failure") fail(meaning.text);
    if (meaning.kind === "end") listener.onEnded();
  });
  client.join(call).catch(() => fail(WIDGET_MESSAGES.callFailed));

  return {
    async close() {
      isOpen = false;
      silence.pause();
      try {
        await client.stop();
      } finally {
        // The SDK leaves its players behind when it does not see the assistant go.
        for (const player of document.querySelectorAll("audio[data-participant-id]")) {
          player.remove();
        }
      }
    },
  };
}

function readLine(message: unknown): Line | null {
  const { type, role, transcript, transcriptType } = message as Record<string, unknown>;
  if (type !== "transcript" || typeof transcript !== "string") return null;
  if (role !== "assistant" && role !== "user") return null;
  return { role, text: transcript, isFinal: transcriptType !== "partial" };
}
