import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { MIN_CALL_SECONDS } from "../../catalog/limits";
import type { WidgetAssistant } from "./assistantFields";
import { findByEmbedId } from "./assistants";
import { shownNoticeOf } from "./notices";
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

export async function toWidget(assistant: Doc<"assistants">): Promise<WidgetAssistant> {
  const { embedId, name, widgetColor, widgetIcon, widgetSize, voiceAssistantId } = assistant;
  const hasVoice = voiceAssistantId !== undefined;
  const notice = await shownNoticeOf(assistant);
  const shown = { embedId, name, widgetColor, widgetIcon, widgetSize, hasVoice };
  return notice === null ? shown : { ...shown, notice };
}
