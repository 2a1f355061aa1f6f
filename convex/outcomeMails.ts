import { v } from "convex/values";
import { isAddressConfirmed, requireConfirmedAddress } from "./accounts/addressConfirmation";
import { validEmail } from "./accounts/credentials";
import { ownerMutation, ownerQuery, publicMutation } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";
import { userError } from "./lib/userError";
import { confirmRecipientByLink, removeRecipientByLink } from "./notifications/mail/recipientLinks";
import { recipientChoice } from "./notifications/mail/recipientTable";
import {
  addRecipient as add,
  resendConfirmation,
  changeRecipient as change,
  listRecipients as list,
  requireOwnRecipient,
  shownRecipient,
} from "./notifications/mail/recipients";
import { isMailOn, requireMail } from "./notifications/mail/send";
import { RECIPIENT_MESSAGES } from "./shared/inboxMail";

const ownRecipient = { recipientId: v.id("outcomeRecipients") };

/** Null without a mail service. */
export const listRecipients = ownerQuery({
  args: {},
  returns: v.union(v.array(shownRecipient), v.null()),
  handler: async (ctx) =>
    isMailOn() ? await list(ctx, ctx.owner, isAddressConfirmed(ctx.owner)) : null,
});

/** Mails a confirmation link to the new address. Requires that the owner's own address is confirmed. */
export const addRecipient = ownerMutation({
  args: { address: v.string(), ...recipientChoice.fields },
  returns: v.null(),
  handler: async (ctx, { address, ...choice }) => {
    await countOwnerRequest(ctx, "recipientWrites", ctx.owner._id);
    requireMail();
    requireConfirmedAddress(ctx.owner);
    await add(ctx, ctx.owner, { address: validEmail(address), ...choice });
    return null;
  },
});

/** A null id is the account's own address. */
export const changeRecipient = ownerMutation({
  args: {
    recipientId: v.union(v.id("outcomeRecipients"), v.null()),
    ...recipientChoice.fields,
  },
  returns: v.null(),
  handler: async (ctx, { recipientId, ...choice }) => {
    await countOwnerRequest(ctx, "recipientWrites", ctx.owner._id);
    const recipient = await requireOwnRecipient(ctx, ctx.owner._id, recipientId);
    await change(ctx, ctx.owner, recipient, choice);
    return null;
  },
});

export const removeRecipient = ownerMutation({
  args: ownRecipient,
  returns: v.null(),
  handler: async (ctx, { recipientId }) => {
    const { _id } = await requireOwnRecipient(ctx, ctx.owner._id, recipientId);
    await removeRecipientByLink(ctx, _id);
    return null;
  },
});

export const resendRecipientConfirmation = ownerMutation({
  args: ownRecipient,
  returns: v.null(),
  handler: async (ctx, { recipientId }) => {
    await countOwnerRequest(ctx, "recipientWrites", ctx.owner._id);
    requireMail();
    requireConfirmedAddress(ctx.owner);
    await resendConfirmation(
      ctx,
      ctx.owner,
      await requireOwnRecipient(ctx, ctx.owner._id, recipientId),
    );
    return null;
  },
});

/** Called by the link in a mail. Needs no session, because recipients have no account. */
export const confirmRecipient = publicMutation({
  args: { key: v.string() },
  returns: v.null(),
  handler: async (ctx, { key }) => {
    if (await confirmRecipientByLink(ctx, key)) return null;
    throw userError("link_refused", RECIPIENT_MESSAGES.linkOver);
  },
});
