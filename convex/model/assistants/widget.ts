import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { MIN_CALL_SECONDS } from "../../catalog/limits";
import type { WidgetAssistant } from "./assistantFields";
import { findByEmbedId } from "./assistants";
import { isHouse, isHouseOpen } from "./house";
import { shownNoticeOf } from "./notices";
import { shownTextsOf } from "./shownWords";
import { signingOf } from "./signedCalls";
import { talkOf } from "./talks";
import { turnstileOfPage } from "./turnstile";
import { findActiveSubscription, type ActiveSubscription } from "../money/plans/customers";
import { secondsLeft } from "../money/minutes/allowance";
import { isPaymentOverdue } from "../money/charges/unpaidCharges";

export type LiveAssistant = {
  assistant: Doc<"assistants">;
  /** Null: the house's own. */
  subscription: ActiveSubscription | null;
};

/** Live is: published, its owner subscribed, nothing long overdue, and minutes left or overage allowed; or the house's. */
export async function findLiveAssistant(
  ctx: QueryCtx,
  embedId: string,
): Promise<LiveAssistant | null> {
  const assistant = await findByEmbedId(ctx, embedId);
  if (assistant?.published !== true) return null;
  if (isHouse(assistant)) return isHouseOpen(assistant) ? { assistant, subscription: null } : null;
  // Together, since every talk button that is shown waits for it.
  const [subscription, isOverdue] = await Promise.all([
    findActiveSubscription(ctx, assistant.ownerId),
    isPaymentOverdue(ctx, assistant.ownerId),
  ]);
  if (subscription === null || isOverdue) return null;
  const left = await secondsLeft(ctx, assistant.ownerId, subscription);
  return left >= MIN_CALL_SECONDS ? { assistant, subscription } : null;
}

export function knownSites({ assistant: { allowedSites = [], seenSites = [] } }: LiveAssistant) {
  return { allowedSites, seenSites };
}

/** What a page's proof goes by. */
export function aroundOf(live: LiveAssistant) {
  const { talk } = live.assistant;
  const signing = signingOf(live.assistant);
  return {
    ...knownSites(live),
    ...(talk === undefined ? {} : { talk }),
    ...(signing === null ? {} : { signing }),
  };
}

export async function toWidget(assistant: Doc<"assistants">): Promise<WidgetAssistant> {
  const { embedId, name, widgetColor, widgetIcon, widgetSize, voiceAssistantId } = assistant;
  const hasVoice = voiceAssistantId !== undefined;
  const notice = await shownNoticeOf(assistant);
  const { openingHours, tellsPage } = talkOf(assistant);
  const texts = shownTextsOf(assistant);
  const turnstile = turnstileOfPage();
  return {
    ...{ embedId, name, widgetColor, widgetIcon, widgetSize, hasVoice },
    ...(notice === null ? {} : { notice }),
    ...(texts === null ? {} : { texts }),
    ...(openingHours === null ? {} : { hasHours: true as const }),
    ...(tellsPage ? { tellsPage } : {}),
    ...(turnstile === null ? {} : { turnstile }),
    ...(assistant.onlySignedCalls === true ? { needsToken: true as const } : {}),
  };
}
