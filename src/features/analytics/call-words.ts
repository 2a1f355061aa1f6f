import type { CallStatus } from "../../lib/shown-calls";

type Tone = "good" | "neutral" | "accent" | "outline" | "bad";

/** In the order in which a call goes through them. */
export const CALL_STATUSES: Record<CallStatus, { label: string; tone: Tone }> = {
  queued: { label: "Queued", tone: "neutral" },
  ringing: { label: "Ringing", tone: "outline" },
  "in-progress": { label: "In progress", tone: "bad" },
  ended: { label: "Ended", tone: "accent" },
};

/** Whatever else a call may be one day. */
const OTHER_TONE: Tone = "neutral";

export function statusBadge(status: string): { label: string; tone: Tone } {
  if (isStatus(status)) return CALL_STATUSES[status];
  return { label: capitalised(status.replaceAll("-", " ")), tone: OTHER_TONE };
}

export function isStatus(status: string): status is CallStatus {
  return Object.hasOwn(CALL_STATUSES, status);
}

export function endedReasonText(reason: string | null): string {
  if (reason === null || reason === "") return "Unknown";
  return reason.split("-").map(capitalised).join(" ");
}

/** The platform appends particulars to a reason, so what it begins with decides. */
const REASON_TONES: readonly [beginning: string, tone: Tone][] = [
  ["assistant-ended-call", "accent"],
  ["assistant-hung-up", "accent"],
  ["customer-ended-call", "outline"],
  ["customer-hung-up", "outline"],
  ["assistant-error", "bad"],
  ["error", "bad"],
];

export function endedReasonTone(reason: string | null): Tone {
  const found = REASON_TONES.find(
    ([beginning]) => reason === beginning || reason?.startsWith(`${beginning}-`) === true,
  );
  return found?.[1] ?? OTHER_TONE;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
