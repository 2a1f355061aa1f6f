import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { MIN_CALL_SECONDS } from "../../../../convex/catalog/limits";
import { wallClock } from "../../../../convex/catalog/openingHours";
import { dailyMinutes } from "../../../../convex/catalog/talk";
import { useNow } from "../../../lib/use-now";

export interface DailyLimit {
  /** Minutes of every day. */
  usual: number;
  /** Minutes of today, with those that the owner allowed for today. */
  today: number;
  timeZone: string;
}

/** Null while visitors have minutes left today, or where there is no limit. */
export function useReachedDailyLimit({ talk, visitorDay }: Doc<"assistants">): DailyLimit | null {
  const nowMs = useNow();
  const hasTalked = talk !== undefined && visitorDay !== undefined;
  const subscription = useQuery(api.subscriptions.getUserSubscription, hasTalked ? {} : "skip");
  if (!hasTalked) return null;
  const usual = dailyMinutes(talk.minutesADay, subscription?.plan.limits.includedMinutes ?? null);
  if (usual === null) return null;
  const { timeZone } = talk;
  const { day, seconds, extraMinutes = 0 } = visitorDay;
  const today = usual + extraMinutes;
  const isToday = wallClock(timeZone, nowMs).day === day;
  const isReached = isToday && today * 60 - seconds < MIN_CALL_SECONDS;
  return isReached ? { usual, today, timeZone } : null;
}
