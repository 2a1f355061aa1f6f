/**
 * Everybody has one trial, ever. Who had one is known by the address in normal form and by the card, of
 * which keyed hashes are kept, also when the account is deleted. An address counts once it is confirmed: by
 * one that was only typed nobody takes a trial from another, or learns whether they had one.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { isAddressConfirmed } from "../../accounts/addressConfirmation";
import { toBase64 } from "../../lib/bytes";
import { keyedHashes } from "../../lib/keyedHash";
import { normalAddress } from "../../lib/normalAddress";
import { findCustomer } from "../plans/customers";

type Kind = "address" | "card" | "account";

/** Whether this owner has had a trial, with this account or with another one. */
export async function isTrialUsed(ctx: QueryCtx, owner: Doc<"users">): Promise<boolean> {
  const customer = await findCustomer(ctx, owner._id);
  return (customer?.trialUsedAtMs ?? null) !== null || (await wasTrialHad(ctx, owner));
}

/** As far as the address tells, which is all there is before the payment page. */
export async function wasTrialHad(ctx: QueryCtx, owner: Doc<"users">): Promise<boolean> {
  const address = addressOf(owner);
  return address !== null && (await findMark(ctx, "address", address)) !== null;
}

function addressOf(owner: Doc<"users">): string | null {
  return owner.email === undefined || !isAddressConfirmed(owner)
    ? null
    : normalAddress(owner.email);
}

export interface Trial {
  ownerId: Id<"users">;
  /** Null for what is no card, or none yet. */
  cardFingerprint: string | null;
}

/** Marks who had this trial. Returns whether the address or the card has had one with another account. */
export async function markTrial(
  ctx: MutationCtx,
  { ownerId, cardFingerprint }: Trial,
): Promise<boolean> {
  const owner = await ctx.db.get("users", ownerId);
  const address = owner === null ? null : addressOf(owner);
  const wasAddressMarked = await mark(ctx, ownerId, "address", address);
  const wasCardMarked = await mark(ctx, ownerId, "card", cardFingerprint);
  return wasAddressMarked || wasCardMarked;
}

async function mark(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  kind: Kind,
  text: string | null,
): Promise<boolean> {
  if (text === null) return false;
  const accounts = await printsOf("account", ownerId);
  const found = await findMark(ctx, kind, text);
  if (found !== null) return !accounts.includes(found.account);
  const [print] = await printsOf(kind, text);
  const [account] = accounts;
  if (print === undefined || account === undefined) throw new Error("There is no key to hash with");
  await ctx.db.insert("trialMarks", { print, account });
  return false;
}

async function findMark(
  ctx: QueryCtx,
  kind: Kind,
  text: string,
): Promise<Doc<"trialMarks"> | null> {
  for (const print of await printsOf(kind, text)) {
    const found = await ctx.db
      .query("trialMarks")
      .withIndex("by_print", (q) => q.eq("print", print))
      .unique();
    if (found !== null) return found;
  }
  return null;
}

/** Nobody who has the table alone can try out addresses. */
async function printsOf(kind: Kind, text: string): Promise<string[]> {
  return (await keyedHashes(`${kind} ${text}`)).map(toBase64);
}
