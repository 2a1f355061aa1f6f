import { v } from "convex/values";
import { currentSlipMessage } from "../assistantActions/slip";
import { currentBillingMessage } from "../billing/subscriptions/notifications";
import { currentOutcomeMessage } from "../inbox/notifications";
import { internalMutation } from "../lib/internalFunctions";
import { type CurrentMessage, takeMail } from "../notifications/mail/delivery";
import { currentRecipientMessage } from "../notifications/mail/recipients";
import { currentWebhookMessage } from "../notifications/webhooks/attempts";
import schema from "../schema";

/** Gets a mail's current message from the feature that it is about. */
const currentMessage: CurrentMessage = async (ctx, mail) => {
  switch (mail.message.template) {
    case "outcome":
    case "outcomeDigest":
      return await currentOutcomeMessage(ctx, mail, mail.message);
    case "confirmRecipient":
      return await currentRecipientMessage(ctx, mail, mail.message);
    case "slip":
      return await currentSlipMessage(ctx, mail.message);
    case "webhookOff":
      return await currentWebhookMessage(ctx, mail.message);
    default:
      return await currentBillingMessage(ctx, mail);
  }
};

export const take = internalMutation({
  args: { key: v.string() },
  returns: v.union(v.null(), schema.doc("mails")),
  handler: async (ctx, { key }) => await takeMail(ctx, key, currentMessage),
});
