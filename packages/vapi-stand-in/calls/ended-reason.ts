/** The ended reasons of Vapi that this platform uses. */
export const ENDED_REASONS = [
  "assistant-ended-call",
  "assistant-ended-call-after-message-spoken",
  "assistant-said-end-call-phrase",
  "call-deleted",
  "call.in-progress.error-assistant-did-not-receive-customer-audio",
  "call.in-progress.error-vapifault-eleven-labs-voice-failed",
  "customer-did-not-give-microphone-permission",
  "customer-ended-call",
  "exceeded-max-duration",
  "manually-canceled",
  "silence-timed-out",
  "worker-shutdown",
] as const;

export type EndedReason = (typeof ENDED_REASONS)[number];

export interface SilentCall {
  hasMicrophone: boolean;
  hasSentAudio: boolean;
}

/** The ended reason after a long silence: no microphone, a dead one, or a silent visitor. */
export function silenceReason({ hasMicrophone, hasSentAudio }: SilentCall): EndedReason {
  if (!hasMicrophone) return "customer-did-not-give-microphone-permission";
  if (!hasSentAudio) return "call.in-progress.error-assistant-did-not-receive-customer-audio";
  return "silence-timed-out";
}
