import { TYPED_MARK } from "../../../convex/shared/typedMark";
import type { MessageCode } from "../../../convex/shared/talkButtonLanguages/en";
import type { TranscriptPart } from "../../lib/widget-protocol";
import { logFailedStart } from "./log-failed-start";
import { cameraErrorCode, meaningOf } from "./sdk-error";
import { createSilenceWatch } from "./silence-watch";
import type { AddMessage, VoiceClient, WebCall } from "./voice-client";

export interface SessionListener {
  onActive(): void;
  onEnded(): void;
  onFailed(code: MessageCode): void;
  onWarning(code: MessageCode | null): void;
  onTranscript(part: TranscriptPart): void;
}

export interface VoiceSession {
  /** Tells the assistant what was written or said outside of the call. It does not answer that. */
  tell(earlier: AddMessage["message"][]): void;
  /** Sends what the visitor types, and lets the assistant answer. False if the assistant does not listen now. */
  type(text: string): boolean;
  setMuted(isMuted: boolean): void;
  /** Leaves the call, also while it is joining. Resolves when another call can start. */
  close(): Promise<void>;
}

/**
 * Joins one call and reports the SDK's events. The promise of the SDK's `join` is not enough: it never
 * settles when a call is stopped while joining.
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
  /** The connections that are interrupted. Signalling and sound each have their own. */
  const interrupted = new Set<unknown>();
  const silence = createSilenceWatch((isNowQuiet) => {
    isQuiet = isNowQuiet;
    warn();
  });

  function warn() {
    if (interrupted.size > 0) listener.onWarning("connection_cut");
    else listener.onWarning(isQuiet ? "not_heard" : null);
  }

  /** Ignores events after the end, such as the volume of the last words. */
  const on = (event: string, react: (detail: unknown) => void) =>
    client.on(event, (detail) => {
      if (isOpen) react(detail);
    });
  const fail = (code: MessageCode) => {
    if (isOpen) listener.onFailed(code);
  };

  // Fires twice: when the page has joined, and when the assistant listens.
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
    warn();
  });
  on("message", (message) => {
    const part = readTranscript(message);
    if (part !== null) listener.onTranscript(part);
  });
  on("camera-error", (error) => fail(cameraErrorCode(error)));
  on("error", (error) => {
    const meaning = meaningOf(error, isActive);
    if (meaning.kind === "failure") {
      if (!isJoined) logFailedStart(error);
      fail(meaning.code);
    }
    if (meaning.kind === "end") listener.onEnded();
  });
  client.join(call).catch((error: unknown) => {
    if (isOpen) logFailedStart(error);
    fail("call_failed");
  });

  const add = (message: AddMessage["message"], triggerResponseEnabled: boolean) =>
    client.send({ type: "add-message", message, triggerResponseEnabled });
  return {
    tell(earlier) {
      if (!isOpen) return;
      for (const message of earlier) add(message, false);
    },
    type(text) {
      if (!isOpen || !isActive) return false;
      add({ role: "user", content: TYPED_MARK + text }, true);
      return true;
    },
    setMuted(isMuted) {
      if (isOpen && isActive) client.setMuted(isMuted);
    },
    async close() {
      isOpen = false;
      silence.pause();
      try {
        await client.stop();
      } finally {
        // The SDK removes its audio elements only when it sees the assistant leave.
        for (const player of document.querySelectorAll("audio[data-participant-id]")) {
          player.remove();
        }
      }
    },
  };
}

function readTranscript(message: unknown): TranscriptPart | null {
  const { type, role, transcript, transcriptType } = message as Record<string, unknown>;
  if (type !== "transcript" || typeof transcript !== "string") return null;
  if (role !== "assistant" && role !== "user") return null;
  return { role, text: transcript, isFinal: transcriptType !== "partial" };
}
