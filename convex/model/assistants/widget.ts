import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { MIN_CALL_SECONDS } from "../../catalog/limits";
import type { WidgetAssistant } from "./assistantFields";
import { findByEmbedId } from "./assistants";
import { shownNoticeOf } from "./notices";
import { shownWordsOf } from "./shownWords";
import { talkOf } from "./talks";
import { findActiveSubscription, type ActiveSubscription } from "../money/plans/customers";
import { secondsLeft } from "../money/minutes/allowance";
import { isPaymentOverdue } from "../money/charges/unpaidCharges";

export type LiveAssistant = { assistant: Doc<"assistants">; subscription: ActiveSubscription };

/** Live is: published, its owner subscribed, nothing long overdue, and minutes left or overage allowed. */
export async function findLiveAssistant(
  ctx: QueryCtx,
  embedId: string,
): Promise<LiveAssistant | null> {
  const assistant = await findByEmbedId(ctx, embedId);
  if (assistant?.published !== true) return null;
  const subscription = await findActiveSubscription(ctx, assistant.ownerId);
  if (subscription === null) return null;
  if (await isPaymentOverdue(ctx, assistant.ownerId)) return null;
  const left = await secondsLeft(ctx, assistant.ownerId, subscription);
  return left >= MIN_CALL_SECONDS ? { assistant, subscription } : null;
}

export function knownSites({ assistant: { allowedSites = [], seenSites = [] } }: LiveAssistant) {
  return { allowedSites, seenSites };
}

/** What a page's proof goes by. */
export function aroundOf(live: LiveAssistant) {
  const { talk } = live.assistant;
  return { ...knownSites(live), ...(talk === undefined ? {} : { talk }) };
}

export async function toWidget(assistant: Doc<"assistants">): Promise<WidgetAssistant> {
  const { embedId, name, widgetColor, widgetIcon, widgetSize, voiceAssistantId } = assistant;
  const hasVoice = voiceAssistantId !== undefined;
  const notice = await shownNoticeOf(assistant);
  const { openingHours, tellsPage } = talkOf(assistant);
  const words = shownWordsOf(assistant);
  return {
    ...{ embedId, name, widgetColor, widgetIcon, widgetSize, hasVoice },
    ...(notice === null ? {} : { notice }),
    ...(words === null ? {} : { words }),
    ...(openingHours === null ? {} : { hasHours: true as const }),
    ...(tellsPage ? { tellsPage } : {}),
  };
}
