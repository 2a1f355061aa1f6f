/**
 * There is one trial per person. We recognize people by keyed hashes of their normalized address and their card, which
 * outlive the account. Only confirmed addresses count, so that nobody can use up another person's trial by typing their
 * address, or learn whether they had one.
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
  return (customer?.trialUsedAtMs ?? null) !== null || (await hasHadTrial(ctx, owner));
}

/** Whether an account with the same address has had a trial. The card is not known before the payment page. */
export async function hasHadTrial(ctx: QueryCtx, owner: Doc<"users">): Promise<boolean> {
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
  /** Null without a card. */
  cardFingerprint: string | null;
}

/** Marks the address and the card as used. Returns whether either has had a trial with another account. */
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
  const accounts = await hashesOf("account", ownerId);
  const found = await findMark(ctx, kind, text);
  if (found !== null) return !accounts.includes(found.account);
  const [hash] = await hashesOf(kind, text);
  const [account] = accounts;
  if (hash === undefined || account === undefined) throw new Error("There is no key to hash with");
  await ctx.db.insert("trialMarks", { hash, account });
  return false;
}

async function findMark(
  ctx: QueryCtx,
  kind: Kind,
  text: string,
): Promise<Doc<"trialMarks"> | null> {
  for (const hash of await hashesOf(kind, text)) {
    const found = await ctx.db
      .query("trialMarks")
      .withIndex("by_hash", (q) => q.eq("hash", hash))
      .unique();
    if (found !== null) return found;
  }
  return null;
}

/** Keyed, so that nobody can try out addresses with the table alone. */
async function hashesOf(kind: Kind, text: string): Promise<string[]> {
  return (await keyedHashes(`${kind} ${text}`)).map(toBase64);
}
