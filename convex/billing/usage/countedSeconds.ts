import type { Doc } from "../../_generated/dataModel";

type Call = Pick<
  Doc<"calls">,
  "startedAtMs" | "endedAtMs" | "seconds" | "endSource" | "maxDurationSeconds"
>;

/**
 * How long an ended call counts. The platform tells its seconds with the report, which takes as long as the summary.
 * Until then the times of its messages count: another call would be let in on the same minutes otherwise.
 */
export function countedSeconds(call: Call): number {
  const { startedAtMs, endedAtMs, seconds = 0, endSource, maxDurationSeconds } = call;
  if (endSource !== "status") return seconds;
  if (startedAtMs === undefined || endedAtMs === undefined) return 0;
  const lasted = Math.round((endedAtMs - startedAtMs) / 1000);
  return Math.min(Math.max(lasted, 0), maxDurationSeconds);
}
