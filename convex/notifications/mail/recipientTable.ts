import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { MAIL_TIMES } from "../../shared/inboxMail";

/** When mail is wanted, and of which assistant. */
export const recipientChoice = v.object({
  when: literals(...MAIL_TIMES),
  /** Null: of all of them. */
  assistantId: v.union(v.id("assistants"), v.null()),
  /** Of the day, in that zone: for who wants one mail a day. */
  hour: v.number(),
  timeZone: v.string(),
});
export type RecipientChoice = Infer<typeof recipientChoice>;

export const recipientFields = {
  ownerId: v.id("users"),
  /** Null: the account's own, whichever that is. */
  address: v.union(v.string(), v.null()),
  ...recipientChoice.fields,
  /** When somebody who reads the mail there agreed; of the account's own the account knows that itself. */
  confirmedAtMs: v.union(v.number(), v.null()),
  /** When the next mail with several entries is due; missing: none is. */
  digestDueAtMs: v.optional(v.number()),
  /** What came from then on is in it. */
  digestFromMs: v.optional(v.number()),
};
