/**
 * How many of the day's minutes an assistant's visitors have used: one sum on the assistant, for the latest day. A call
 * counts for the day of its request, in the assistant's time zone.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { saveAssistant } from "../assistants/assistants";
import { conversationOf } from "../assistants/conversation";
import { draftOf, saveDraft } from "../assistants/drafts";
import { contentOf } from "../assistants/versions";
import { type ActiveSubscription, findActiveSubscription } from "../billing/plans/customers";
import { SHARE_OF_PLAN } from "../shared/conversation";
import { MIN_CALL_SECONDS } from "../shared/limits";
import { wallClock } from "../shared/openingHours";
import { limitOn, usedOn, usualLimit } from "../talkButton/dailyLimit";

type Assistant = Doc<"assistants">;
type Call = Pick<Doc<"calls">, "assistantId" | "kind" | "createdAtMs" | "maxDurationSeconds">;

/**
 * How long today's calls may still last in total. If the owner chose the limit, a live call counts with its longest
 * duration, so the limit is never exceeded. With the default limit it counts with the time so far, because a small plan
 * would otherwise have room for only one call at a time.
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
  const liveToday = live.filter(
    (call) =>
      call.kind === "visitor" &&
      call.assistantId === assistant._id &&
      wallClock(timeZone, call.createdAtMs).day === day,
  );
  const secondsOf = ({ maxDurationSeconds, createdAtMs }: Call) =>
    minutesADay === SHARE_OF_PLAN
      ? Math.min(maxDurationSeconds, (nowMs - createdAtMs) / 1000)
      : maxDurationSeconds;
  const reserved = liveToday.reduce((sum, call) => sum + secondsOf(call), 0);
  const unused = limitMinutes * 60 - usedOn(day, assistant);
  return { left: unused - reserved, isUsedUp: unused < MIN_CALL_SECONDS };
}

/** A day on which visitors have used up an assistant's daily limit. */
export interface ReachedLimit {
  assistant: Assistant;
  day: string;
  limitMinutes: number;
}

/** Adds seconds, which are negative if a report corrects an earlier one. Returns the limit if it is now reached. */
export async function countVisitorSeconds(
  ctx: MutationCtx,
  assistantId: Id<"assistants">,
  { createdAtMs, seconds }: { createdAtMs: number; seconds: number },
): Promise<ReachedLimit | null> {
  if (seconds === 0) return null;
  const assistant = await ctx.db.get("assistants", assistantId);
  if (assistant === null) return null;
  const { minutesADay, timeZone } = conversationOf(assistant);
  if (minutesADay === null) return null;
  const { day } = wallClock(timeZone, createdAtMs);
  const { visitorDay } = assistant;
  // Late reports about earlier days do not count today.
  if (day < (visitorDay?.day ?? "")) return null;
  const sum = Math.max(0, usedOn(day, assistant) + seconds);
  const before = visitorDay?.day === day ? visitorDay : { day };
  await ctx.db.patch("assistants", assistantId, { visitorDay: { ...before, seconds: sum } });
  const limitMinutes = limitOn(day, assistant, await subscriptionFor(ctx, assistant));
  const isReached = limitMinutes !== null && limitMinutes * 60 - sum < MIN_CALL_SECONDS;
  return isReached ? { assistant, day, limitMinutes } : null;
}

/** Adds the daily minutes once more today. Only a reached limit is raised, so pressing twice raises it once. */
export async function allowMoreToday(ctx: MutationCtx, assistant: Assistant): Promise<void> {
  const subscription = await subscriptionFor(ctx, assistant);
  const { isUsedUp } = visitorSecondsLeft({ assistant, subscription }, [], Date.now());
  const { visitorDay } = assistant;
  const usual = usualLimit(assistant, subscription);
  if (!isUsedUp || visitorDay === undefined || usual === null) return;
  const extraMinutes = (visitorDay.extraMinutes ?? 0) + usual;
  await ctx.db.patch("assistants", assistant._id, { visitorDay: { ...visitorDay, extraMinutes } });
}

/**
 * Saves a new version, like any other change of the assistant. It is live at once, because visitors wait for it, and holds in
 * changes that wait for a review too.
 */
export async function removeDailyLimit(ctx: MutationCtx, assistant: Assistant): Promise<void> {
  const talk = { ...conversationOf(assistant), minutesADay: null };
  await saveAssistant(ctx, assistant, { ...contentOf(assistant), talk });
  const draft = await draftOf(ctx, assistant);
  if (draft === null) return;
  const unlimited = { ...conversationOf(draft.content), minutesADay: null };
  const content = { ...draft.content, talk: unlimited };
  await saveDraft(ctx, { ...assistant, talk }, { content, restoredNumber: draft.restoredNumber });
}

/** Reads the subscription only if the limit depends on the plan. */
async function subscriptionFor(
  ctx: QueryCtx,
  assistant: Assistant,
): Promise<ActiveSubscription | null> {
  if (conversationOf(assistant).minutesADay !== SHARE_OF_PLAN) return null;
  return await findActiveSubscription(ctx, assistant.ownerId);
}
