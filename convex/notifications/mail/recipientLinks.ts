/** What only who reads a recipient's mail can do: agree to it, and end it. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { nextDigestAt } from "./digestTime";
import { isLinkKeyFor, linkKeyFor } from "./linkKeys";

export async function recipientKey(
  recipientId: Id<"outcomeRecipients">,
  address: string,
  untilMs: number,
): Promise<string> {
  return `${recipientId}.${untilMs}.${await linkKeyFor(agreeing(recipientId, address, untilMs))}`;
}

/** Needs no session, and may be pressed more than once. */
export async function confirmRecipientByLink(ctx: MutationCtx, key: string): Promise<boolean> {
  const [idText = "", untilText = "", given = ""] = key.split(".");
  const recipientId = ctx.db.normalizeId("outcomeRecipients", idText);
  const recipient =
    recipientId === null ? null : await ctx.db.get("outcomeRecipients", recipientId);
  const untilMs = Number(untilText);
  if (recipient?.address == null || !(untilMs > Date.now())) return false;
  const what = agreeing(recipient._id, recipient.address, untilMs);
  if (!(await isLinkKeyFor(what, given))) return false;
  if (recipient.confirmedAtMs === null) {
    const confirmedAtMs = Date.now();
    await ctx.db.patch("outcomeRecipients", recipient._id, {
      confirmedAtMs,
      ...dueFrom(recipient, confirmedAtMs),
    });
  }
  return true;
}

/** When the next mail of several is due for who wants one a day. */
export function dueFrom(recipient: Due, nowMs: number) {
  const { when, hour, timeZone } = recipient;
  if (when !== "daily") return { digestDueAtMs: undefined, digestFromMs: undefined };
  return { digestDueAtMs: nextDigestAt(nowMs, hour, timeZone), digestFromMs: nowMs };
}
type Due = Pick<Doc<"outcomeRecipients">, "when" | "hour" | "timeZone">;

/** The account's own is turned off, since it stands in the list in any case; any other is taken out. */
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

function agreeing(recipientId: string, address: string, untilMs: number): string {
  return `recipient ${recipientId} ${untilMs} ${address}`;
}
