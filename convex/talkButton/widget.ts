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
  const served = await findServedAssistant(ctx, embedId);
  if (served === null) return null;
  const { assistant, subscription } = served;
  if (subscription === null) return served;
  const left = await secondsLeft(ctx, assistant.ownerId, subscription);
  return left >= MIN_CALL_SECONDS ? served : null;
}

/** Like a live one, but whether minutes are left does not matter. */
export async function findServedAssistant(
  ctx: QueryCtx,
  embedId: string,
): Promise<LiveAssistant | null> {
  const assistant = await findByEmbedId(ctx, embedId);
  if (assistant?.published !== true) return null;
  if (isLandingAssistant(assistant))
    return isLandingAssistantOpen(assistant) ? { assistant, subscription: null } : null;
  // Concurrently, because every talk button waits for both.
  const [subscription, isOverdue] = await Promise.all([
    findActiveSubscription(ctx, assistant.ownerId),
    isPaymentOverdue(ctx, assistant.ownerId),
  ]);
  return subscription === null || isOverdue ? null : { assistant, subscription };
}

/** What decides whether a page gets a page token. */
export function pageTokenRulesOf({ assistant }: Pick<LiveAssistant, "assistant">) {
  const { allowedSites = [], seenSites = [], talk } = assistant;
  const signing = signingOf(assistant);
  return {
    allowedSites,
    seenSites,
    ...(talk === undefined ? {} : { talk }),
    ...(signing === null ? {} : { signing }),
  };
}

/** The button or the talk page of an assistant that visitors cannot reach, but can leave a message for. */
export async function toUnavailableWidget(assistant: Doc<"assistants">): Promise<WidgetAssistant> {
  const { talk } = assistant;
  const silent = { ...conversationOf({ talk }), acceptsText: false, tellsPage: false };
  return { ...(await toWidget({ ...assistant, talk: silent })), checksFirst: true };
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
    ...(openingHours === null ? {} : { checksFirst: true as const }),
    ...(tellsPage ? { tellsPage } : {}),
    ...(acceptsText === false ? { refusesText: true as const } : {}),
    ...(acceptsText !== false && startsWithText === true ? { startsWithText } : {}),
    ...(turnstile === null ? {} : { turnstile }),
    ...(assistant.onlySignedCalls === true ? { needsToken: true as const } : {}),
  };
}
