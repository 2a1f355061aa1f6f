/**
 * Addresses that get no more mail, because it bounced, was reported as spam, or was refused. A suppression outlives the
 * account, so it contains only a keyed hash of the address.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { toBase64 } from "../../lib/bytes";
import { keyedHashes } from "../../lib/keyedHash";
import { migrations } from "../../lib/migrations";
import { normalAddress } from "../../lib/normalAddress";
import type { StopReason } from "./table";

type Suppression = Doc<"mailStops">;

export async function findSuppression(ctx: QueryCtx, address: string): Promise<Suppression | null> {
  const hashed = await findHashed(ctx, address);
  if (hashed !== null) return hashed;
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

/** A migration: replaces the addresses in older rows by their hashes. Two spellings of one address become one row. */
export const hashAddresses = migrations.define({
  table: "mailStops",
  migrateOne: async (ctx, { _id, address, reason }) => {
    if (address === undefined) return;
    const hashed = await findHashed(ctx, address);
    const [addressHash] = await hashesOf(address);
    if (hashed === null) return await ctx.db.replace("mailStops", _id, { addressHash, reason });
    await ctx.db.delete("mailStops", _id);
    // Only a complaint cannot be undone by trying again.
    if (reason === "complained") await ctx.db.patch("mailStops", hashed._id, { reason });
  },
});

async function findHashed(ctx: QueryCtx, address: string): Promise<Suppression | null> {
  for (const addressHash of await hashesOf(address)) {
    const suppression = await ctx.db
      .query("mailStops")
      .withIndex("by_address_hash", (q) => q.eq("addressHash", addressHash))
      .unique();
    if (suppression !== null) return suppression;
  }
  return null;
}

/** One hash for each of the deployment's keys, the newest first. */
async function hashesOf(address: string): Promise<string[]> {
  return (await keyedHashes(`mail stop ${normalAddress(address)}`)).map(toBase64);
}
