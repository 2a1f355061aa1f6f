import type { Doc } from "../../_generated/dataModel";
import { SECONDS_PER_TYPED_ANSWER } from "../../shared/limits";

type Call = Pick<
  Doc<"calls">,
  | "startedAtMs"
  | "endedAtMs"
  | "seconds"
  | "endSource"
  | "maxDurationSeconds"
  | "channel"
  | "answers"
>;

/**
 * How many seconds an ended call, or a typed conversation, counts. The platform reports a call's seconds once its summary
 * is written. Until then we use the times of its status messages, so that no other call can use the same minutes.
 */
export function countedSeconds(call: Call): number {
  if (call.channel === "text") return (call.answers ?? 0) * SECONDS_PER_TYPED_ANSWER;
  const { startedAtMs, endedAtMs, seconds = 0, endSource, maxDurationSeconds } = call;
  if (endSource !== "status") return seconds;
  if (startedAtMs === undefined || endedAtMs === undefined) return 0;
  const lasted = Math.round((endedAtMs - startedAtMs) / 1000);
  return Math.min(Math.max(lasted, 0), maxDurationSeconds);
}
