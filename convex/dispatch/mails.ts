import { v } from "convex/values";
import { billingMessageNow } from "../billing/subscriptions/notifications";
import { outcomesNow } from "../inbox/notifications";
import { internalMutation } from "../lib/internalFunctions";
import { type MessageNow, takeMail } from "../notifications/mail/delivery";
import { recipientNow } from "../notifications/mail/recipients";
import { webhookNow } from "../notifications/webhooks/attempts";
import schema from "../schema";

/** Whatever a mail is about says what it has to say by now. */
const messageNow: MessageNow = async (ctx, mail) => {
  switch (mail.message.template) {
    case "outcome":
    case "outcomeDigest":
      return await outcomesNow(ctx, mail, mail.message);
    case "confirmRecipient":
      return await recipientNow(ctx, mail, mail.message);
    case "webhookOff":
      return await webhookNow(ctx, mail.message);
    default:
      return await billingMessageNow(ctx, mail);
  }
};

export const take = internalMutation({
  args: { key: v.string() },
  returns: v.union(v.null(), schema.doc("mails")),
  handler: async (ctx, { key }) => await takeMail(ctx, key, messageNow),
});
