import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { findActiveSubscription } from "../billing/plans/customers";
import { userError } from "../lib/userError";
import { announce } from "../notifications/webhooks/events";
import { MESSAGES, tooManyPublished } from "../shared/messages";
import { canUpgrade } from "../shared/upgrades";

/** Returns whether the assistant is published now. */
export async function togglePublished(
  ctx: MutationCtx,
  assistant: Doc<"assistants">,
): Promise<boolean> {
  if (assistant.published) {
    await ctx.db.patch("assistants", assistant._id, { published: false });
    return false;
  }
  await requireRoomToPublish(ctx, assistant.ownerId);
  const publishedAtMs = Date.now();
  await ctx.db.patch("assistants", assistant._id, { published: true, publishedAtMs });
  await announce(ctx, assistant.ownerId, "assistant.published", () => ({
    assistantId: assistant._id,
    assistantName: assistant.name,
    embedId: assistant.embedId,
    publishedAt: new Date(publishedAtMs).toISOString(),
  }));
  return true;
}

async function requireRoomToPublish(ctx: QueryCtx, ownerId: Id<"users">): Promise<void> {
  const subscription = await findActiveSubscription(ctx, ownerId);
  if (subscription === null) {
    throw userError("subscription_required", MESSAGES.subscriptionRequired);
  }
  const { type, name, limits } = subscription.plan;
  const published = await ctx.db
    .query("assistants")
    .withIndex("by_owner_and_published", (q) => q.eq("ownerId", ownerId).eq("published", true))
    .take(limits.assistants);
  if (published.length >= limits.assistants) {
    throw userError("plan_limit", tooManyPublished(name, limits.assistants, canUpgrade(type)));
  }
}
