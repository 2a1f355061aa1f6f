/** How many minutes an assistant's visitors have on a day, in the assistant's time zone, and when they are used up. */
import type { Doc } from "../_generated/dataModel";
import { conversationOf } from "../assistants/conversation";
import type { ActiveSubscription } from "../billing/plans/customers";
import { dailyMinutes } from "../shared/conversation";
import { MIN_CALL_SECONDS } from "../shared/limits";

type Assistant = Doc<"assistants">;

/** Null without a limit. */
export function limitOn(
  day: string,
  assistant: Assistant,
  subscription: ActiveSubscription | null,
): number | null {
  const usual = usualLimit(assistant, subscription);
  const { visitorDay } = assistant;
  const extra = visitorDay?.day === day ? (visitorDay.extraMinutes ?? 0) : 0;
  return usual === null ? null : usual + extra;
}

export function usualLimit(
  assistant: Assistant,
  subscription: ActiveSubscription | null,
): number | null {
  const included = subscription?.plan.limits.includedMinutes ?? null;
  return dailyMinutes(conversationOf(assistant).minutesADay, included);
}

export function usedOn(day: string, { visitorDay }: Assistant): number {
  return visitorDay?.day === day ? visitorDay.seconds : 0;
}

/** The day whose minutes are used up. Null if none is. */
export function usedUpDayOf(
  assistant: Assistant,
  subscription: ActiveSubscription | null,
): string | null {
  const day = assistant.visitorDay?.day;
  const limitMinutes = day === undefined ? null : limitOn(day, assistant, subscription);
  if (day === undefined || limitMinutes === null) return null;
  return limitMinutes * 60 - usedOn(day, assistant) < MIN_CALL_SECONDS ? day : null;
}
