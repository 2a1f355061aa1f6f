import { type Infer, v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { assistantContent, switchedSettings } from "./table";

const content = v.object({ ...assistantContent, ...switchedSettings });
export type AssistantContent = Infer<typeof content>;

export const versionFields = {
  ownerId: v.id("users"),
  assistantId: v.id("assistants"),
  /** Begins with one, and is unique for the assistant. */
  number: v.number(),
  savedAtMs: v.number(),
  /** All settings of this version. */
  content,
  /** The settings that differ from the previous version. Empty in the first. */
  changed: v.array(v.string()),
  /** The number of the version that was restored, if any. */
  restoredNumber: v.optional(v.number()),
};

/** A version in a list, without its settings. */
export const shownVersion = v.object({
  id: v.id("assistantVersions"),
  number: v.number(),
  savedAtMs: v.number(),
  changed: v.array(v.string()),
  restoredNumber: v.union(v.number(), v.null()),
});
type ShownVersion = Infer<typeof shownVersion>;

export function toShownVersion(version: Doc<"assistantVersions">): ShownVersion {
  const { _id: id, number, savedAtMs, changed, restoredNumber = null } = version;
  return { id, number, savedAtMs, changed, restoredNumber };
}
