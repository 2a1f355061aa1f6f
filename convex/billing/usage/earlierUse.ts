/**
 * Free minutes are one person's, ever: who deletes the account and signs up again has what was left. People are told
 * apart by the address in normal form, of which a keyed hash is kept. As with trials, an address counts once it is
 * confirmed: by one that was only typed nobody takes another's minutes, or learns whether they used any.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { isAddressConfirmed } from "../../accounts/addressConfirmation";
import { toBase64 } from "../../lib/bytes";
import { keyedHashes } from "../../lib/keyedHash";
import { normalAddress } from "../../lib/normalAddress";
import { findTotals } from "./ownerTotals";

/** Free talk of earlier accounts with the same address. */
export async function earlierFreeSeconds(ctx: QueryCtx, ownerId: Id<"users">): Promise<number> {
  const owner = await ctx.db.get("users", ownerId);
  const mark = owner === null ? null : await findMark(ctx, owner);
  return mark?.freeSeconds ?? 0;
}

/** Before the account is deleted. */
export async function saveEarlierUse(ctx: MutationCtx, owner: Doc<"users">): Promise<void> {
  const [print] = await printsOf(owner);
  const totals = await findTotals(ctx, owner._id);
  const used = totals?.freeSeconds ?? 0;
  if (print === undefined || used === 0) return;
  const found = await findMark(ctx, owner);
  if (found === null) await ctx.db.insert("freeMinuteMarks", { print, freeSeconds: used });
  else await ctx.db.patch("freeMinuteMarks", found._id, { freeSeconds: found.freeSeconds + used });
}

async function findMark(
  ctx: QueryCtx,
  owner: Doc<"users">,
): Promise<Doc<"freeMinuteMarks"> | null> {
  for (const print of await printsOf(owner)) {
    const found = await ctx.db
      .query("freeMinuteMarks")
      .withIndex("by_print", (q) => q.eq("print", print))
      .unique();
    if (found !== null) return found;
  }
  return null;
}

/** One for each key of the deployment, the newest first; none for an address that does not count. */
async function printsOf(owner: Doc<"users">): Promise<string[]> {
  if (owner.email === undefined || !isAddressConfirmed(owner)) return [];
  const hashes = await keyedHashes(`free minutes ${normalAddress(owner.email)}`);
  return hashes.map(toBase64);
}
