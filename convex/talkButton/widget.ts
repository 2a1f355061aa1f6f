import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { findByEmbedId } from "../assistants/assistants";
import { conversationOf, typedGreetingOf } from "../assistants/conversation";
import { isLandingAssistant, isLandingAssistantOpen } from "../assistants/landingAssistant";
import { shownNoticeOf } from "../assistants/privacyNotice";
import type { WidgetAssistant } from "../assistants/table";
import { isPaymentOverdue } from "../billing/overage/unpaidCharges";
import { type ActiveSubscription, findActiveSubscription } from "../billing/plans/customers";
import { secondsLeft } from "../billing/usage/allowance";
import { MIN_CALL_SECONDS } from "../shared/limits";
import { shownTextsOf } from "./shownTexts";
import { signingOf } from "./signedCalls";
import { turnstileOfPage } from "./turnstile";

export type LiveAssistant = {
  assistant: Doc<"assistants">;
  /** Null for the landing page's assistant. */
  subscription: ActiveSubscription | null;
};

/** Live: published, its owner subscribed, no payment long overdue, and minutes left or overage allowed. */
export async function findLiveAssistant(
  ctx: QueryCtx,
  embedId: string,
): Promise<LiveAssistant | null> {
  const assistant = await findByEmbedId(ctx, embedId);
  if (assistant?.published !== true) return null;
  if (isLandingAssistant(assistant))
    return isLandingAssistantOpen(assistant) ? { assistant, subscription: null } : null;
  const subscription = await findPaidSubscription(ctx, assistant);
  if (subscription === null) return null;
  const left = await secondsLeft(ctx, assistant.ownerId, subscription);
  return left >= MIN_CALL_SECONDS ? { assistant, subscription } : null;
}

/**
 * An assistant for which visitors can leave a message: like a live one, but whether minutes are left does not matter.
 * Nobody reads messages to the landing page's assistant.
 */
export async function findAssistantForMessage(
  ctx: QueryCtx,
  embedId: string,
): Promise<LiveAssistant | null> {
  const assistant = await findByEmbedId(ctx, embedId);
  if (assistant?.published !== true || isLandingAssistant(assistant)) return null;
  const subscription = await findPaidSubscription(ctx, assistant);
  return subscription === null ? null : { assistant, subscription };
}

async function findPaidSubscription(
  ctx: QueryCtx,
  { ownerId }: Doc<"assistants">,
): Promise<ActiveSubscription | null> {
  // Concurrently, because every talk button waits for both.
  const [subscription, isOverdue] = await Promise.all([
    findActiveSubscription(ctx, ownerId),
    isPaymentOverdue(ctx, ownerId),
  ]);
  return isOverdue ? null : subscription;
}

/** What decides whether a page gets a page token. */
export function pageTokenRulesOf({ assistant }: LiveAssistant) {
  const { allowedSites = [], seenSites = [], talk } = assistant;
  const signing = signingOf(assistant);
  return {
    allowedSites,
    seenSites,
    ...(talk === undefined ? {} : { talk }),
    ...(signing === null ? {} : { signing }),
  };
}

export async function toWidget(assistant: Doc<"assistants">): Promise<WidgetAssistant> {
  const { embedId, name, widgetColor, widgetIcon, widgetSize, voiceAssistantId } = assistant;
  const hasVoice = voiceAssistantId !== undefined;
  const notice = await shownNoticeOf(assistant);
  const { openingHours, tellsPage, acceptsText, startsWithText } = conversationOf(assistant);
  const texts = shownTextsOf(assistant);
  const turnstile = turnstileOfPage();
  return {
    ...{ embedId, name, widgetColor, widgetIcon, widgetSize, hasVoice },
    greeting: typedGreetingOf(assistant),
    ...(notice === null ? {} : { notice }),
    ...(texts === null ? {} : { texts }),
    ...(openingHours === null ? {} : { hasHours: true as const }),
    ...(tellsPage ? { tellsPage } : {}),
    ...(acceptsText === false ? { refusesText: true as const } : {}),
    ...(acceptsText !== false && startsWithText === true ? { startsWithText } : {}),
    ...(turnstile === null ? {} : { turnstile }),
    ...(assistant.onlySignedCalls === true ? { needsToken: true as const } : {}),
  };
}
