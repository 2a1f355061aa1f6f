import { WIDGET_MESSAGES } from "../../convex/shared/messages";

/** A start that must not go on, with what the visitor is told. */
export class StartRefused extends Error {
  override name = "StartRefused";
}

export interface Microphone {
  release(): void;
}

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

/** Throws where no call can be held, before anything of one is made. */
export function requireDevices(surroundings: Surroundings): Pick<MediaDevices, "getUserMedia"> {
  const { isSecure, mediaDevices, canPlayCalls, isMicrophoneAllowed } = surroundings;
  if (!isSecure) throw new StartRefused(WIDGET_MESSAGES.pageInsecure);
  if (mediaDevices === undefined || !canPlayCalls) {
    throw new StartRefused(WIDGET_MESSAGES.browserTooOld);
  }
  if (isMicrophoneAllowed === false) throw new StartRefused(WIDGET_MESSAGES.microphoneForbidden);
  return mediaDevices;
}

/**
 * Asks before the call: the SDK would hold a call without the visitor's voice. The microphone stays
 * open until the call has it, because Firefox and Safari would ask anew.
 */
export async function openMicrophone(surroundings: Surroundings): Promise<Microphone> {
  const mediaDevices = requireDevices(surroundings);
  try {
    const stream = await mediaDevices.getUserMedia({ audio: true });
    return {
      release() {
        for (const track of stream.getTracks()) track.stop();
      },
    };
  } catch (error) {
    throw new StartRefused(refusalText(error), { cause: error });
  }
}

function refusalText(error: unknown): string {
  switch (error instanceof Error ? error.name : "") {
    case "NotFoundError":
    case "OverconstrainedError":
      return WIDGET_MESSAGES.microphoneMissing;
    case "NotReadableError":
    case "AbortError":
      return WIDGET_MESSAGES.microphoneBusy;
    default:
      return WIDGET_MESSAGES.microphoneDenied;
  }
}
