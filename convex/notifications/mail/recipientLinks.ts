/** The links in mail to recipients, by which they agree to it or unsubscribe. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { nextDigestAt } from "./digestTime";
import { isLinkKeyFor, linkKeyFor } from "./linkKeys";

export async function recipientKey(
  recipientId: Id<"outcomeRecipients">,
  address: string,
  untilMs: number,
): Promise<string> {
  return `${recipientId}.${untilMs}.${await linkKeyFor(agreementPurpose(recipientId, address, untilMs))}`;
}

/** Needs no session, and may be pressed more than once. */
export async function confirmRecipientByLink(ctx: MutationCtx, key: string): Promise<boolean> {
  const [idText = "", untilText = "", signature = ""] = key.split(".");
  const recipientId = ctx.db.normalizeId("outcomeRecipients", idText);
  const recipient =
    recipientId === null ? null : await ctx.db.get("outcomeRecipients", recipientId);
  const untilMs = Number(untilText);
  if (recipient?.address == null || !(untilMs > Date.now())) return false;
  const purpose = agreementPurpose(recipient._id, recipient.address, untilMs);
  if (!(await isLinkKeyFor(purpose, signature))) return false;
  if (recipient.confirmedAtMs === null) {
    const confirmedAtMs = Date.now();
    await ctx.db.patch("outcomeRecipients", recipient._id, {
      confirmedAtMs,
      ...nextDigest(recipient, confirmedAtMs),
    });
  }
  return true;
}

/** When a recipient's next digest is due, and which entries it will contain. Empty unless the recipient wants digests. */
export function nextDigest(recipient: DigestChoice, nowMs: number) {
  const { when, hour, timeZone } = recipient;
  if (when !== "daily") return { digestDueAtMs: undefined, digestFromMs: undefined };
  return { digestDueAtMs: nextDigestAt(nowMs, hour, timeZone), digestFromMs: nowMs };
}
type DigestChoice = Pick<Doc<"outcomeRecipients">, "when" | "hour" | "timeZone">;

/** Deletes the recipient. The account's own address always remains in the list, so it is turned off instead. */
export async function removeRecipientByLink(ctx: MutationCtx, id: string): Promise<void> {
  const recipientId = ctx.db.normalizeId("outcomeRecipients", id);
  const recipient =
    recipientId === null ? null : await ctx.db.get("outcomeRecipients", recipientId);
  if (recipient === null) return;
  if (recipient.address !== null) await ctx.db.delete("outcomeRecipients", recipient._id);
  else {
    const off = { when: "off" as const, digestDueAtMs: undefined, digestFromMs: undefined };
    await ctx.db.patch("outcomeRecipients", recipient._id, off);
  }
}

function agreementPurpose(recipientId: string, address: string, untilMs: number): string {
  return `recipient ${recipientId} ${untilMs} ${address}`;
}
