import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { rowsOfOwner } from "../../lib/rowsOfOwner";
import { MAX_RECIPIENTS } from "../../shared/inboxMail";

type Recipient = Doc<"outcomeRecipients">;

export async function recipientsOf(ctx: QueryCtx, ownerId: Id<"users">): Promise<Recipient[]> {
  return await rowsOfOwner(ctx, "outcomeRecipients", ownerId).take(MAX_RECIPIENTS);
}

export async function findRecipient(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  address: string | null,
): Promise<Recipient | null> {
  return (await recipientsOf(ctx, ownerId)).find((one) => one.address === address) ?? null;
}
