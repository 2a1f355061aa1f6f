import { enderOf, type CallEnder } from "../../../convex/shared/endedReasons";
import type { CallStatus } from "../../lib/shown-calls";
import { TABLE } from "./texts";

type Tone = "good" | "neutral" | "accent" | "outline" | "bad";

/** In the order of a call's life. */
export const CALL_STATUSES: Record<CallStatus, { label: string; tone: Tone }> = {
  queued: { label: TABLE.queued, tone: "neutral" },
  ringing: { label: TABLE.ringing, tone: "outline" },
  "in-progress": { label: TABLE.inProgress, tone: "bad" },
  ended: { label: TABLE.endedStatus, tone: "accent" },
};

/** For statuses and reasons that the platform may add. */
const OTHER_TONE: Tone = "neutral";

export function statusBadge(status: string): { label: string; tone: Tone } {
  if (isStatus(status)) return CALL_STATUSES[status];
  return { label: capitalized(status.replaceAll("-", " ")), tone: OTHER_TONE };
}

export function isStatus(status: string): status is CallStatus {
  return Object.hasOwn(CALL_STATUSES, status);
}

export function endedReasonText(reason: string | null): string {
  if (reason === null || reason === "") return TABLE.unknownReason;
  return reason.split("-").map(capitalized).join(" ");
}

const REASON_TONES: Record<CallEnder, Tone> = {
  assistant: "accent",
  visitor: "outline",
  error: "bad",
  other: OTHER_TONE,
};

export function endedReasonTone(reason: string | null): Tone {
  return REASON_TONES[enderOf(reason)];
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
