import { v } from "convex/values";

const trialPage = v.object({
  url: v.string(),
  title: v.union(v.string(), v.null()),
  text: v.string(),
});

/** What was read of a website. All of it is what strangers wrote. */
export const trialSite = v.object({
  /** The address of its first page. */
  start: v.string(),
  name: v.string(),
  /** Such as `de` or `fr-CH`. */
  language: v.union(v.string(), v.null()),
  pages: v.array(trialPage),
});

/** A visitor of the landing page tries an assistant for a website. No owner, no account. */
export const siteTrialFields = {
  /** The id in the visitor's token. */
  trialId: v.string(),
  /** Missing while the website is being read. */
  site: v.optional(trialSite),
  platformSessionId: v.optional(v.string()),
  answers: v.number(),
  /** Until when an answer may be on its way. */
  answeringUntilMs: v.optional(v.number()),
  /** No question is answered afterwards, and the row is deleted soon. */
  expiresAtMs: v.number(),
};
