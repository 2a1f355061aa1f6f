import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { MIN_CALL_SECONDS } from "../../../../convex/shared/limits";
import { wallClock } from "../../../../convex/shared/openingHours";
import { dailyMinutes } from "../../../../convex/shared/conversation";
import { useNow } from "../../../lib/use-now";

export interface ReachedLimit {
  /** Minutes that visitors may use each day. */
  dailyMinutes: number;
  /** The same with the extra minutes that the owner allowed for today. */
  todayMinutes: number;
  timeZone: string;
}

/** Null while visitors have minutes left today, and for an assistant without a limit. */
export function useReachedDailyLimit({ talk, visitorDay }: Doc<"assistants">): ReachedLimit | null {
  const nowMs = useNow();
  const hadVisitors = talk !== undefined && visitorDay !== undefined;
  const subscription = useQuery(api.subscriptions.getUserSubscription, hadVisitors ? {} : "skip");
  if (!hadVisitors) return null;
  const limit = dailyMinutes(talk.minutesADay, subscription?.plan.limits.includedMinutes ?? null);
  if (limit === null) return null;
  const { timeZone } = talk;
  const { day, seconds, extraMinutes = 0 } = visitorDay;
  const todayMinutes = limit + extraMinutes;
  const isToday = wallClock(timeZone, nowMs).day === day;
  const isReached = isToday && todayMinutes * 60 - seconds < MIN_CALL_SECONDS;
  return isReached ? { dailyMinutes: limit, todayMinutes, timeZone } : null;
}
