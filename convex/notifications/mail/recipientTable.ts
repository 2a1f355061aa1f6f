import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { MAIL_TIMES } from "../../shared/inboxMail";

/** When a recipient wants mail, and about which assistant. */
export const recipientChoice = v.object({
  when: literals(...MAIL_TIMES),
  /** Null for all of them. */
  assistantId: v.union(v.id("assistants"), v.null()),
  /** The hour of day of the daily digest, in `timeZone`. */
  hour: v.number(),
  timeZone: v.string(),
});
export type RecipientChoice = Infer<typeof recipientChoice>;

export const recipientFields = {
  ownerId: v.id("users"),
  /** Null for the account's own address, which can change. */
  address: v.union(v.string(), v.null()),
  ...recipientChoice.fields,
  /** When the recipient agreed. Null for the account's own address, whose confirmation the account stores. */
  confirmedAtMs: v.union(v.number(), v.null()),
  /** When the next digest is due. Missing if none is. */
  digestDueAtMs: v.optional(v.number()),
  /** The next digest contains entries from this time on. */
  digestFromMs: v.optional(v.number()),
};
