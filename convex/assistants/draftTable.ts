import { type Infer, v } from "convex/values";
import { assistantContent } from "./table";

/** What the forms save, without the knowledge file: all knowledge is live at once. */
const { knowledgeFileId: _id, knowledgeFileName: _name, ...settings } = assistantContent;
const content = v.object(settings);
export type DraftContent = Infer<typeof content>;
export const DRAFT_FIELDS = Object.keys(settings) as (keyof DraftContent)[];

export const draftFields = {
  ownerId: v.id("users"),
  assistantId: v.id("assistants"),
  savedAtMs: v.number(),
  /** All settings, with those that are as they are live. */
  content,
  /** The number of the version that was restored and not edited since, if any. */
  restoredNumber: v.optional(v.number()),
};
