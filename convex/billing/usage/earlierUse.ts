/**
 * Each person gets the free minutes once: somebody who deletes the account and signs up again has only the rest. We
 * recognize people by a keyed hash of their normalized address. As with trials, only confirmed addresses count, so that
 * nobody can use up another person's minutes by typing their address, or learn whether they used any.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { isAddressConfirmed } from "../../accounts/addressConfirmation";
import { toBase64 } from "../../lib/bytes";
import { keyedHashes } from "../../lib/keyedHash";
import { normalAddress } from "../../lib/normalAddress";
import { findTotals } from "./ownerTotals";

/** The free minutes that earlier accounts with the same address used. */
export async function earlierFreeSeconds(ctx: QueryCtx, ownerId: Id<"users">): Promise<number> {
  const owner = await ctx.db.get("users", ownerId);
  const mark = owner === null ? null : await findMark(ctx, owner);
  return mark?.freeSeconds ?? 0;
}

/** Called before the account is deleted. */
export async function saveEarlierUse(ctx: MutationCtx, owner: Doc<"users">): Promise<void> {
  const [hash] = await hashesOf(owner);
  const totals = await findTotals(ctx, owner._id);
  const used = totals?.freeSeconds ?? 0;
  if (hash === undefined || used === 0) return;
  const found = await findMark(ctx, owner);
  if (found === null) await ctx.db.insert("freeMinuteMarks", { hash, freeSeconds: used });
  else await ctx.db.patch("freeMinuteMarks", found._id, { freeSeconds: found.freeSeconds + used });
}

async function findMark(
  ctx: QueryCtx,
  owner: Doc<"users">,
): Promise<Doc<"freeMinuteMarks"> | null> {
  for (const hash of await hashesOf(owner)) {
    const found = await ctx.db
      .query("freeMinuteMarks")
      .withIndex("by_hash", (q) => q.eq("hash", hash))
      .unique();
    if (found !== null) return found;
  }
  return null;
}

/** One hash for each of the deployment's keys, the newest first. None for an unconfirmed address. */
async function hashesOf(owner: Doc<"users">): Promise<string[]> {
  if (owner.email === undefined || !isAddressConfirmed(owner)) return [];
  const hashes = await keyedHashes(`free minutes ${normalAddress(owner.email)}`);
  return hashes.map(toBase64);
}
