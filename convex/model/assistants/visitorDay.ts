/**
 * How much of its minutes a day an assistant's visitors have used: one sum on the assistant, for the newest day. A call
 * counts for the day on which it was asked for, by the clock of the assistant's time zone.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { MIN_CALL_SECONDS } from "../../catalog/limits";
import { wallClock } from "../../catalog/openingHours";
import { talkOf } from "./talks";

type Assistant = Pick<Doc<"assistants">, "talk" | "visitorDay">;
type Call = Pick<Doc<"calls">, "assistantId" | "kind" | "mintedAtMs" | "maxDurationSeconds">;

/** How long calls of today may still last altogether; those that go on count for as long as they may. */
export function visitorTime(
  assistant: Doc<"assistants">,
  live: readonly Call[],
  nowMs: number,
): { left: number; isUsedUp: boolean } {
  const { minutesADay, timeZone } = talkOf(assistant);
  if (minutesADay === null) return { left: Infinity, isUsedUp: false };
  const { day } = wallClock(timeZone, nowMs);
  const ofToday = live.filter(
    (call) =>
      call.kind === "visitor" &&
      call.assistantId === assistant._id &&
      wallClock(timeZone, call.mintedAtMs).day === day,
  );
  const reserved = ofToday.reduce((sum, call) => sum + call.maxDurationSeconds, 0);
  const unused = minutesADay * 60 - usedOn(day, assistant);
  return { left: unused - reserved, isUsedUp: unused < MIN_CALL_SECONDS };
}

/** Talk that became known, or less than was known before. */
export async function countVisitorTalk(
  ctx: MutationCtx,
  assistantId: Id<"assistants">,
  { mintedAtMs, seconds }: { mintedAtMs: number; seconds: number },
): Promise<void> {
  if (seconds === 0) return;
  const assistant = await ctx.db.get("assistants", assistantId);
  if (assistant === null) return;
  const { minutesADay, timeZone } = talkOf(assistant);
  if (minutesADay === null) return;
  const { day } = wallClock(timeZone, mintedAtMs);
  // What comes late for a day that is over changes nothing for today.
  if (day < (assistant.visitorDay?.day ?? "")) return;
  const sum = Math.max(0, usedOn(day, assistant) + seconds);
  await ctx.db.patch("assistants", assistantId, { visitorDay: { day, seconds: sum } });
}

function usedOn(day: string, { visitorDay }: Assistant): number {
  return visitorDay?.day === day ? visitorDay.seconds : 0;
}
