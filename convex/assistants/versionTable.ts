import { type Infer, v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { assistantContent, switchedSettings } from "./table";

const content = v.object({ ...assistantContent, ...switchedSettings });
export type AssistantContent = Infer<typeof content>;

export const versionFields = {
  ownerId: v.id("users"),
  assistantId: v.id("assistants"),
  /** From one up, and never again for this assistant. */
  number: v.number(),
  savedAtMs: v.number(),
  /** All that the owner decides, as it stood from then on. */
  content,
  /** Which of it was not so before; the first version has none. */
  changed: v.array(v.string()),
  /** The version that it was taken from again. */
  restoredNumber: v.optional(v.number()),
};

/** A version in a list: what it holds comes one by one. */
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
