import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { optional } from "../lib/env";
import { channelOf } from "../shared/channel";
import { answerPathOf } from "../notifications/mail/answerLink";
import { announce } from "../notifications/webhooks/events";

/** The webhook event about a call's outcome. */
export async function announceOutcome(ctx: MutationCtx, outcome: Doc<"outcomes">): Promise<void> {
  const labels = Object.fromEntries(outcome.found.map(({ key, label }) => [`found_${key}`, label]));
  const dataOf = async () => {
    const { callId, assistantId, atMs, mood, language, isSuccessful = null, unanswered } = outcome;
    const { leftBecause = null, underway } = outcome;
    const assistant = await ctx.db.get("assistants", assistantId);
    return {
      ...{ callId, assistantId },
      assistantName: assistant?.name ?? null,
      channel: channelOf(outcome),
      at: new Date(atMs).toISOString(),
      ...{ mood, language, isSuccessful, leftBecause },
      isUnderway: underway !== undefined,
      asks: underway?.asks ?? null,
      answerUrl: await answerUrlOf(outcome),
      conversationSoFar: underway?.soFar ?? null,
      // One line for each question, because event data is flat.
      unanswered: unanswered.join("\n"),
      ...Object.fromEntries(outcome.found.map(({ key, value }) => [`found_${key}`, value])),
    };
  };
  await announce(ctx, outcome.ownerId, "outcome.created", dataOf, labels);
}

async function answerUrlOf({ underway }: Doc<"outcomes">): Promise<string | null> {
  const siteUrl = optional("SITE_URL");
  if (underway?.questionId === undefined || siteUrl === null) return null;
  return siteUrl + (await answerPathOf(underway.questionId));
}
