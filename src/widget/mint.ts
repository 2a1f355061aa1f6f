import { WIDGET_MESSAGES } from "../../convex/catalog/messages";
import type { VoiceService, WebCall } from "./voice-client";

/**
 * Asks our proxy for a call, as the voice SDK would ask the platform, but beside the microphone and not
 * after it. What the SDK joins is this answer. A string says why there is none.
 */
export async function mintCall(
  { baseUrl, token }: VoiceService,
  embedId: string,
): Promise<WebCall | string> {
  const response = await fetch(`${baseUrl}/call/web`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ assistantId: embedId }),
  });
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (response.ok && typeof answer?.webCallUrl === "string") return answer as WebCall;
  // The refusals of our proxy have a code, and are written for whoever pressed the button.
  const isOurs = typeof answer?.code === "string" && typeof answer.message === "string";
  return isOurs ? String(answer.message) : WIDGET_MESSAGES.callFailed;
}

interface Answer {
  webCallUrl?: unknown;
  code?: unknown;
  message?: unknown;
}

/** Whether the microphone opens without anybody being asked, as far as the browser tells. */
export async function isMicrophoneGranted(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: "microphone" });
    return state === "granted";
  } catch {
    return false;
  }
}
