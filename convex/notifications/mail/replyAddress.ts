/**
 * The address to which an owner replies to a weekly summary. It is sealed with the address that the summary was sent to, so
 * nobody else knows it, and it is useless once the account has another address.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import { optional } from "../../lib/env";
import { isMailboxKeyFor, mailboxKeyFor } from "./linkKeys";

type Summary = Pick<Doc<"mails">, "_id" | "ownerId" | "to">;

const NAME = "answers";
/** An id of Convex has 31 to 37 letters and digits (get-convex/convex-backend, crates/value/src/id_v6.rs). */
const ADDRESS = /^answers\+([0-9a-z]{31,37})-([0-9a-z]+)@([^@]+)$/;

/** Null if this deployment receives no mail. */
export function receivingDomain(): string | null {
  return optional("MAIL_RECEIVING_DOMAIN")?.toLowerCase() ?? null;
}

/** Null if this deployment receives no mail. */
export async function replyAddressOf(summary: Summary): Promise<string | null> {
  const domain = receivingDomain();
  if (domain === null) return null;
  return `${NAME}+${summary._id}-${await mailboxKeyFor(purposeOf(summary))}@${domain}`;
}

/** What an address says of the mail that it replies to. Only `isReplyAddressOf` says whether we made it. */
export interface ReplyAddress {
  mailId: string;
  key: string;
}

/** Null if none of these addresses has the form of ours. */
export function findReplyAddress(addresses: readonly string[]): ReplyAddress | null {
  for (const address of addresses) {
    const [, mailId, key, domain] = ADDRESS.exec(plainAddress(address)) ?? [];
    if (mailId !== undefined && key !== undefined && domain === receivingDomain()) {
      return { mailId, key };
    }
  }
  return null;
}

export async function isReplyAddressOf(
  summary: Summary,
  { mailId, key }: ReplyAddress,
): Promise<boolean> {
  return mailId === summary._id && (await isMailboxKeyFor(purposeOf(summary), key));
}

/** The address of `Name <address>`, in lower case. What is neither this nor an address alone fits no address. */
export function plainAddress(text: string): string {
  return (/^[^<>]*<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase();
}

function purposeOf({
  _id,
  ownerId,
  to,
}: {
  _id: Id<"mails">;
  ownerId: string;
  to: string;
}): string {
  return `answers ${_id} ${ownerId} ${to}`;
}
