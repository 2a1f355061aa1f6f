import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { MAX_RECIPIENTS } from "../../shared/inboxMail";

type Recipient = Doc<"outcomeRecipients">;

export async function recipientsOf(ctx: QueryCtx, ownerId: Id<"users">): Promise<Recipient[]> {
  return await ctx.db
    .query("outcomeRecipients")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(MAX_RECIPIENTS);
}

export async function findRecipient(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  address: string | null,
): Promise<Recipient | null> {
  return (await recipientsOf(ctx, ownerId)).find((one) => one.address === address) ?? null;
}
