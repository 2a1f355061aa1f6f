/**
 * Whether visitors can reach an assistant, and whether it takes messages if they cannot. Queries cannot look at the clock,
 * so opening hours, the minutes of a day, and the end of what an owner without a plan keeps, are the callers' part.
 */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { findByEmbedId } from "../assistants/assistants";
import { closedMessageAt, conversationOf } from "../assistants/conversation";
import { isLandingAssistant } from "../assistants/landingAssistant";
import { isPaymentOverdue } from "../billing/overage/unpaidCharges";
import {
  activeSubscription,
  type ActiveSubscription,
  findCustomer,
} from "../billing/plans/customers";
import { secondsLeft } from "../billing/usage/allowance";
import { DAY_MS } from "../shared/durations";
import { MESSAGES_AFTER_PLAN_DAYS, MIN_CALL_SECONDS } from "../shared/limits";
import { EN_MESSAGES } from "../shared/talkButtonLanguages/en";
import { wallClock } from "../shared/openingHours";
import { wordsIn } from "../shared/talkButtonTexts";
import { choiceFor, type UnavailableCase } from "../shared/unavailability";
import { usedUpDayOf } from "./dailyLimit";

export interface Availability {
  assistant: Doc<"assistants">;
  /** Null if the owner has none now. */
  subscription: ActiveSubscription | null;
  /** What keeps visitors out at any hour. Null if nothing does. */
  unavailableCase: "noMinutes" | "notLive" | null;
  /** The day whose minutes visitors have used up. Null if none is. */
  usedUpDay: string | null;
  /** When an owner whose plan has ended stops getting messages. Null with a plan. */
  untilMs: number | null;
}

/**
 * Null for an assistant that can take no messages: it does not exist, nobody reads its messages, its owner never had a plan,
 * or a payment is long overdue.
 */
export async function findAvailability(
  ctx: QueryCtx,
  embedId: string,
): Promise<Availability | null> {
  const assistant = await findByEmbedId(ctx, embedId);
  if (assistant === null || isLandingAssistant(assistant)) return null;
  const { ownerId } = assistant;
  const [customer, isOverdue] = await Promise.all([
    findCustomer(ctx, ownerId),
    isPaymentOverdue(ctx, ownerId),
  ]);
  if (customer?.subscription == null || isOverdue) return null;
  const subscription = activeSubscription(customer);
  const { endedAtMs, currentPeriodStartMs } = customer.subscription;
  const endMs = (endedAtMs ?? currentPeriodStartMs) + MESSAGES_AFTER_PLAN_DAYS * DAY_MS;
  const untilMs = subscription === null ? endMs : null;
  const usedUpDay = usedUpDayOf(assistant, subscription);
  const known = { assistant, subscription, usedUpDay, untilMs };
  if (!assistant.published) return { ...known, unavailableCase: "notLive" };
  const left = subscription === null ? 0 : await secondsLeft(ctx, ownerId, subscription);
  return { ...known, unavailableCase: left < MIN_CALL_SECONDS ? "noMinutes" : null };
}

export function isOver({ untilMs }: Pick<Availability, "untilMs">, nowMs: number): boolean {
  return untilMs !== null && untilMs <= nowMs;
}

/** Whether it takes messages at any hour because visitors cannot reach it. */
export function takesMessages({ assistant, unavailableCase }: Availability): boolean {
  return (
    unavailableCase !== null && choiceFor(conversationOf(assistant), unavailableCase) === "message"
  );
}

/** For visitors who cannot reach it: why, the text, and a short form of it. Null if they can. */
export function unavailableAt(
  {
    talk,
    unavailableCase,
    usedUpDay,
  }: Pick<Doc<"assistants">, "talk"> & Pick<Availability, "unavailableCase" | "usedUpDay">,
  nowMs: number,
): { reason: UnavailableCase; text: { message: string; words: string } } | null {
  const { language, timeZone } = conversationOf({ talk });
  const closed = unavailableCase === null ? closedMessageAt({ talk }, nowMs) : null;
  if (closed !== null) return { reason: "closed", text: closed };
  const isUsedUp = usedUpDay === wallClock(timeZone, nowMs).day;
  const reason = unavailableCase ?? (isUsedUp ? "noMinutes" : null);
  if (reason === null) return null;
  const texts = wordsIn(language)?.messages ?? EN_MESSAGES;
  const [message, words] = texts.assistant_not_found;
  return { reason, text: { message, words } };
}
