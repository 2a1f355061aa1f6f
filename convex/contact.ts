import { v } from "convex/values";
import { optional } from "./env";
import { publicQuery } from "./functions";

/** Where to write to; null where the deployment names no address. */
export const getContactDetails = publicQuery({
  args: {},
  returns: v.object({
    salesEmail: v.union(v.string(), v.null()),
    supportEmail: v.union(v.string(), v.null()),
  }),
  handler: async () => ({
    salesEmail: optional("SALES_EMAIL"),
    supportEmail: optional("SUPPORT_EMAIL"),
  }),
});
