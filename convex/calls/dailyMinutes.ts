/**
 * How much of its minutes a day an assistant's visitors have used: one sum on the assistant, for the newest day. A call
 * counts for the day on which it was asked for, by the clock of the assistant's time zone.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { saveAssistant } from "../assistants/assistants";
import { conversationOf } from "../assistants/conversation";
import { contentOf } from "../assistants/versions";
import { type ActiveSubscription, findActiveSubscription } from "../billing/plans/customers";
import { dailyMinutes, SHARE_OF_PLAN } from "../shared/conversation";
import { MIN_CALL_SECONDS } from "../shared/limits";
import { wallClock } from "../shared/openingHours";

type Assistant = Doc<"assistants">;
type Call = Pick<Doc<"calls">, "assistantId" | "kind" | "mintedAtMs" | "maxDurationSeconds">;

/**
 * How long calls of today may still last altogether. Against a limit that the owner chose, a call that goes on counts for
 * as long as it may last, so the limit is never passed. Against the one that comes by itself it counts for the time that
 * has passed, since a small plan would have room for one call at a time otherwise.
 */
export function visitorSecondsLeft(
  { assistant, subscription }: { assistant: Assistant; subscription: ActiveSubscription | null },
  live: readonly Call[],
  nowMs: number,
): { left: number; isUsedUp: boolean } {
  const { timeZone, minutesADay } = conversationOf(assistant);
  const { day } = wallClock(timeZone, nowMs);
  const limitMinutes = limitOn(day, assistant, subscription);
  if (limitMinutes === null) return { left: Infinity, isUsedUp: false };
  const ofToday = live.filter(
    (call) =>
      call.kind === "visitor" &&
      call.assistantId === assistant._id &&
      wallClock(timeZone, call.mintedAtMs).day === day,
  );
  const secondsOf = ({ maxDurationSeconds, mintedAtMs }: Call) =>
    minutesADay === SHARE_OF_PLAN
      ? Math.min(maxDurationSeconds, (nowMs - mintedAtMs) / 1000)
      : maxDurationSeconds;
  const reserved = ofToday.reduce((sum, call) => sum + secondsOf(call), 0);
  const unused = limitMinutes * 60 - usedOn(day, assistant);
  return { left: unused - reserved, isUsedUp: unused < MIN_CALL_SECONDS };
}

/** A day on which visitors have used up an assistant's daily limit. */
export interface ReachedLimit {
  assistant: Assistant;
  day: string;
  limitMinutes: number;
}

/** Talk that became known, or less than was known before. Answers the limit that is reached by it. */
export async function countVisitorSeconds(
  ctx: MutationCtx,
  assistantId: Id<"assistants">,
  { mintedAtMs, seconds }: { mintedAtMs: number; seconds: number },
): Promise<ReachedLimit | null> {
  if (seconds === 0) return null;
  const assistant = await ctx.db.get("assistants", assistantId);
  if (assistant === null) return null;
  const { minutesADay, timeZone } = conversationOf(assistant);
  if (minutesADay === null) return null;
  const { day } = wallClock(timeZone, mintedAtMs);
  const { visitorDay } = assistant;
  // What comes late for a day that is over changes nothing for today.
  if (day < (visitorDay?.day ?? "")) return null;
  const sum = Math.max(0, usedOn(day, assistant) + seconds);
  const known = visitorDay?.day === day ? visitorDay : { day };
  await ctx.db.patch("assistants", assistantId, { visitorDay: { ...known, seconds: sum } });
  const limitMinutes = limitOn(day, assistant, await subscriptionFor(ctx, assistant));
  const isReached = limitMinutes !== null && limitMinutes * 60 - sum < MIN_CALL_SECONDS;
  return isReached ? { assistant, day, limitMinutes } : null;
}

/** As many minutes again, today. Pressed twice it is done once: only a limit that is reached is raised. */
export async function allowMoreToday(ctx: MutationCtx, assistant: Assistant): Promise<void> {
  const subscription = await subscriptionFor(ctx, assistant);
  const { isUsedUp } = visitorSecondsLeft({ assistant, subscription }, [], Date.now());
  const { visitorDay } = assistant;
  const usual = usualLimit(assistant, subscription);
  if (!isUsedUp || visitorDay === undefined || usual === null) return;
  const extraMinutes = (visitorDay.extraMinutes ?? 0) + usual;
  await ctx.db.patch("assistants", assistant._id, { visitorDay: { ...visitorDay, extraMinutes } });
}

/** A change of the assistant like any other, with a version of its own. */
export async function removeDailyLimit(ctx: MutationCtx, assistant: Assistant): Promise<void> {
  const talk = { ...conversationOf(assistant), minutesADay: null };
  await saveAssistant(ctx, assistant, { ...contentOf(assistant), talk });
}

function limitOn(
  day: string,
  assistant: Assistant,
  subscription: ActiveSubscription | null,
): number | null {
  const usual = usualLimit(assistant, subscription);
  const { visitorDay } = assistant;
  const extra = visitorDay?.day === day ? (visitorDay.extraMinutes ?? 0) : 0;
  return usual === null ? null : usual + extra;
}

function usualLimit(assistant: Assistant, subscription: ActiveSubscription | null): number | null {
  const included = subscription?.plan.limits.includedMinutes ?? null;
  return dailyMinutes(conversationOf(assistant).minutesADay, included);
}

/** Read only where the limit goes by the plan. */
async function subscriptionFor(
  ctx: QueryCtx,
  assistant: Assistant,
): Promise<ActiveSubscription | null> {
  if (conversationOf(assistant).minutesADay !== SHARE_OF_PLAN) return null;
  return await findActiveSubscription(ctx, assistant.ownerId);
}

function usedOn(day: string, { visitorDay }: Assistant): number {
  return visitorDay?.day === day ? visitorDay.seconds : 0;
}
