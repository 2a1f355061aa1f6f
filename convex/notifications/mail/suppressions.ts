/**
 * Addresses that get no more mail, because it bounced, was reported as spam, or was refused. A suppression outlives the
 * account, so it contains only a keyed hash of the address.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { toBase64 } from "../../lib/bytes";
import { keyedHashes } from "../../lib/keyedHash";
import { normalAddress } from "../../lib/normalAddress";
import type { StopReason } from "./table";

type Suppression = Doc<"mailStops">;

export async function findSuppression(ctx: QueryCtx, address: string): Promise<Suppression | null> {
  for (const addressHash of await hashesOf(address)) {
    const suppression = await ctx.db
      .query("mailStops")
      .withIndex("by_address_hash", (q) => q.eq("addressHash", addressHash))
      .unique();
    if (suppression !== null) return suppression;
  }
  return await ctx.db
    .query("mailStops")
    .withIndex("by_address", (q) => q.eq("address", address))
    .unique();
}

export async function suppressMail(
  ctx: MutationCtx,
  address: string,
  reason: StopReason,
): Promise<void> {
  const suppression = await findSuppression(ctx, address);
  const [addressHash] = await hashesOf(address);
  if (suppression === null) await ctx.db.insert("mailStops", { addressHash, reason });
  else await ctx.db.replace("mailStops", suppression._id, { addressHash, reason });
}

/** For an owner who says that the address is right. */
export async function resumeMail(ctx: MutationCtx, address: string): Promise<void> {
  for (;;) {
    const suppression = await findSuppression(ctx, address);
    if (suppression === null) return;
    await ctx.db.delete("mailStops", suppression._id);
  }
}

/** Hashes a batch of the addresses in older rows, and returns whether there may be more. */
export async function hashPlainSuppressions(ctx: MutationCtx, batchSize: number): Promise<boolean> {
  const plain = await ctx.db
    .query("mailStops")
    .withIndex("by_address", (q) => q.gt("address", ""))
    .take(batchSize);
  for (const { _id, address = "", reason } of plain) {
    await ctx.db.delete("mailStops", _id);
    await suppressMail(ctx, address, reason);
  }
  return plain.length === batchSize;
}

/** One hash for each of the deployment's keys, the newest first. */
async function hashesOf(address: string): Promise<string[]> {
  return (await keyedHashes(`mail stop ${normalAddress(address)}`)).map(toBase64);
}
