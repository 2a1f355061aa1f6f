import type { MessageCode } from "../../../convex/shared/talkButtonLanguages/en";
import type { Message } from "../state/message";

export interface Microphone {
  release(): void;
}

export type MicrophoneResult =
  { kind: "opened"; microphone: Microphone } | { kind: "refused"; message: Message };

/** The browser's features that a call depends on. */
export interface Surroundings {
  isSecure: boolean;
  mediaDevices: Pick<MediaDevices, "getUserMedia"> | undefined;
  canPlayCalls: boolean;
  /** Whether the page around allows the frame to use the microphone. Null if the browser does not report it. */
  isMicrophoneAllowed: boolean | null;
}

export function readSurroundings(): Surroundings {
  const { featurePolicy } = document as {
    featurePolicy?: { allowsFeature(name: string): boolean };
  };
  return {
    isSecure: window.isSecureContext,
    mediaDevices: (navigator as Partial<Navigator>).mediaDevices,
    canPlayCalls: "RTCPeerConnection" in window && "AudioWorkletNode" in window,
    isMicrophoneAllowed: featurePolicy?.allowsFeature("microphone") ?? null,
  };
}

/** Why calls are impossible in this browser or on this page. Checked before a call is requested. */
export function browserRefusal(surroundings: Surroundings): MessageCode | null {
  const { isSecure, mediaDevices, canPlayCalls, isMicrophoneAllowed } = surroundings;
  if (!isSecure) return "page_insecure";
  if (mediaDevices === undefined || !canPlayCalls) return "browser_too_old";
  return isMicrophoneAllowed === false ? "microphone_forbidden" : null;
}

/**
 * Opens the microphone before the call, because the SDK would start a call without it. It stays open until the call has
 * opened it itself, because Firefox and Safari would ask the visitor again.
 */
export async function openMicrophone({
  mediaDevices,
}: Pick<Surroundings, "mediaDevices">): Promise<MicrophoneResult> {
  if (mediaDevices === undefined) return refused("browser_too_old");
  try {
    const stream = await mediaDevices.getUserMedia({ audio: true });
    return {
      kind: "opened",
      microphone: {
        release() {
          for (const track of stream.getTracks()) track.stop();
        },
      },
    };
  } catch (error) {
    return refused(refusalCode(error));
  }
}

/** Queried once, because the browser updates the status object. */
let permission: Promise<PermissionStatus> | undefined;

/** Whether the microphone opens without a prompt. False if the browser does not report it. */
export async function isMicrophoneGranted(): Promise<boolean> {
  try {
    permission ??= navigator.permissions.query({ name: "microphone" });
    return (await permission).state === "granted";
  } catch {
    return false;
  }
}

function refused(code: MessageCode): MicrophoneResult {
  return { kind: "refused", message: { kind: "code", code } };
}

function refusalCode(error: unknown): MessageCode {
  switch (error instanceof Error ? error.name : "") {
    case "NotFoundError":
    case "OverconstrainedError":
      return "microphone_missing";
    case "NotReadableError":
    case "AbortError":
      return "microphone_busy";
    default:
      return "microphone_denied";
  }
}
