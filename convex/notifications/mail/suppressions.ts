/**
 * Who gets no more mail: it came back, it was called spam, or the address cannot be written to. That outlives the
 * account, so of the address there is a keyed hash alone.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { toBase64 } from "../../lib/bytes";
import { keyedHashes } from "../../lib/keyedHash";
import { normalAddress } from "../../lib/normalAddress";
import type { StopReason } from "./table";

type Stop = Doc<"mailStops">;

export async function findSuppression(ctx: QueryCtx, address: string): Promise<Stop | null> {
  for (const addressHash of await hashesOf(address)) {
    const stop = await ctx.db
      .query("mailStops")
      .withIndex("by_address_hash", (q) => q.eq("addressHash", addressHash))
      .unique();
    if (stop !== null) return stop;
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
  const stop = await findSuppression(ctx, address);
  const [addressHash] = await hashesOf(address);
  if (stop === null) await ctx.db.insert("mailStops", { addressHash, reason });
  else await ctx.db.replace("mailStops", stop._id, { addressHash, reason });
}

/** For an owner who says that the address is right. */
export async function resumeMail(ctx: MutationCtx, address: string): Promise<void> {
  for (;;) {
    const stop = await findSuppression(ctx, address);
    if (stop === null) return;
    await ctx.db.delete("mailStops", stop._id);
  }
}

/** Hashes some of the addresses that were kept in plain before, and says whether there may be more. */
export async function hashPlainSuppressions(ctx: MutationCtx, atOnce: number): Promise<boolean> {
  const plain = await ctx.db
    .query("mailStops")
    .withIndex("by_address", (q) => q.gt("address", ""))
    .take(atOnce);
  for (const { _id, address = "", reason } of plain) {
    await ctx.db.delete("mailStops", _id);
    await suppressMail(ctx, address, reason);
  }
  return plain.length === atOnce;
}

/** By each of the deployment's keys, the newest first. */
async function hashesOf(address: string): Promise<string[]> {
  return (await keyedHashes(`mail stop ${normalAddress(address)}`)).map(toBase64);
}
