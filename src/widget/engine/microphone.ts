import type { MessageCode } from "../../../convex/shared/talkButtonLanguages/en";
import type { Message } from "../state/message";

export interface Microphone {
  release(): void;
}

export type MicrophoneResult =
  { kind: "opened"; microphone: Microphone } | { kind: "refused"; message: Message };

/** What of the browser decides whether there can be a call. */
export interface Surroundings {
  isSecure: boolean;
  mediaDevices: Pick<MediaDevices, "getUserMedia"> | undefined;
  canPlayCalls: boolean;
  /** Whether the page around lets the frame have it; null where the browser does not tell. */
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

/** Why this browser, or this page, cannot hold a call. Found out before anything of a call is made. */
export function browserRefusal(surroundings: Surroundings): MessageCode | null {
  const { isSecure, mediaDevices, canPlayCalls, isMicrophoneAllowed } = surroundings;
  if (!isSecure) return "page_insecure";
  if (mediaDevices === undefined || !canPlayCalls) return "browser_too_old";
  return isMicrophoneAllowed === false ? "microphone_forbidden" : null;
}

/**
 * Asks before the call: the SDK would hold a call without the visitor's voice. The microphone stays
 * open until the call has it, because Firefox and Safari would ask anew.
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

/** Asked for once: the browser keeps the answer up to date. */
let permission: Promise<PermissionStatus> | undefined;

/** Whether the microphone opens without anybody being asked, as far as the browser tells. */
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
