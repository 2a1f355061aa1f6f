import { v } from "convex/values";
import { optional } from "./lib/env";
import { publicQuery } from "./lib/functions";
import { isMailOn } from "./notifications/mail/send";

/** Where to write to; null where the deployment names no address. And whether it can send mail itself. */
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
