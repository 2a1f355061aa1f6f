import { v } from "convex/values";
import { optional } from "./lib/env";
import { publicQuery } from "./lib/functions";
import { isMailOn } from "./notifications/mail/send";

/** The deployment's contact addresses, and whether it can send mail. */
export const getContactDetails = publicQuery({
  args: {},
  returns: v.object({
    salesEmail: v.union(v.string(), v.null()),
    supportEmail: v.union(v.string(), v.null()),
    sendsMail: v.boolean(),
  }),
  handler: async () => ({
    salesEmail: optional("SALES_EMAIL"),
    supportEmail: optional("SUPPORT_EMAIL"),
    sendsMail: isMailOn(),
  }),
});
