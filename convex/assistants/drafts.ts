/**
 * Changes of an assistant that are saved and not live. The assistant's own row always has what is live, so only its owner's forms
 * read a draft: docs/decisions/0054-draft-and-live.md.
 */
import { pick } from "convex-helpers";
import { type Infer, type ObjectType, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { userError } from "../lib/userError";
import schema from "../schema";
import { waitsForReview } from "../shared/drafts";
import { REFUSALS } from "../shared/messages";
import { requireOwnAssistant, saveAssistant, validContent } from "./assistants";
import { DRAFT_FIELDS, type DraftContent } from "./draftTable";
import { shownNoticeOf } from "./privacyNotice";
import type { assistantContent } from "./table";
import { changedFields, contentOf, restoredContent } from "./versions";

type Assistant = Doc<"assistants">;
type Draft = Doc<"assistantDrafts">;
type Content = ObjectType<typeof assistantContent>;
type DraftId = Id<"assistantDrafts">;

/** A draft as the owner reviews it. */
export const shownDraft = v.object({
  id: v.id("assistantDrafts"),
  savedAtMs: v.number(),
  restoredNumber: v.union(v.number(), v.null()),
  /** The settings that differ from what is live. */
  changed: v.array(v.string()),
  /** Whether visitors have to agree to another notice. */
  asksToAgree: v.boolean(),
  /** The assistant with the changes, as its forms show it. */
  edited: schema.doc("assistants"),
});
type ShownDraft = Infer<typeof shownDraft>;

/** What the owner saves: live at once, or kept until the owner has reviewed it. */
export async function saveChanges(
  ctx: MutationCtx,
  assistant: Assistant,
  content: Content,
  restoredNumber?: number,
): Promise<void> {
  if (!waitsForReview(assistant)) {
    await saveAssistant(ctx, assistant, content, restoredNumber);
    return;
  }
  const { knowledgeFileId, knowledgeFileName } = content;
  if (knowledgeFileId !== assistant.knowledgeFileId) {
    const live = { ...contentOf(assistant), knowledgeFileId, knowledgeFileName };
    await saveAssistant(ctx, assistant, live);
  }
  const before = (await draftOf(ctx, assistant))?.content ?? pick(assistant, DRAFT_FIELDS);
  const after = { ...before, ...pick(validContent(content), DRAFT_FIELDS) };
  await saveDraft(ctx, assistant, { content: after, restoredNumber });
}

/**
 * Replaces the draft by a new one, so that the id of a draft stands for exactly its changes. Without changes there is no draft.
 */
export async function saveDraft(
  ctx: MutationCtx,
  assistant: Assistant,
  { content, restoredNumber }: Pick<Draft, "content"> & { restoredNumber: number | undefined },
): Promise<void> {
  const { _id: assistantId, ownerId } = assistant;
  const current = await draftOf(ctx, assistant);
  const isChanged = changesOf(assistant, content).length > 0;
  if (current !== null) {
    const isSame = changesOf(edited(assistant, current.content), content).length === 0;
    if (isChanged && isSame) return;
    await ctx.db.delete("assistantDrafts", current._id);
  }
  const saved = pick(contentOf(edited(assistant, content)), DRAFT_FIELDS);
  const draft = { ownerId, assistantId, savedAtMs: Date.now(), content: saved };
  const restored = restoredNumber === undefined ? {} : { restoredNumber };
  const draftId = isChanged
    ? await ctx.db.insert("assistantDrafts", { ...draft, ...restored })
    : null;
  await ctx.db.patch("assistants", assistantId, { review: { draftId } });
}

/** Null if everything that was saved is live. */
export async function draftOf(
  ctx: QueryCtx,
  { review }: Pick<Assistant, "review">,
): Promise<Draft | null> {
  const { draftId = null } = review ?? {};
  return draftId === null ? null : await ctx.db.get("assistantDrafts", draftId);
}

export async function showDraft(ctx: QueryCtx, assistant: Assistant): Promise<ShownDraft | null> {
  const draft = await draftOf(ctx, assistant);
  if (draft === null) return null;
  const { _id: id, savedAtMs, restoredNumber = null, content } = draft;
  const withChanges = edited(assistant, content);
  const [live, next] = [await shownNoticeOf(assistant), await shownNoticeOf(withChanges)];
  return {
    ...{ id, savedAtMs, restoredNumber, edited: withChanges },
    changed: changesOf(assistant, content),
    asksToAgree: next !== null && next.version !== live?.version,
  };
}

/** Makes the changes live. Returns false if they were published or discarded already, so that pressing twice is harmless. */
export async function publishDraft(
  ctx: MutationCtx,
  assistant: Assistant,
  draftId: DraftId,
): Promise<boolean> {
  const draft = await reviewedDraft(ctx, assistant, draftId);
  if (draft === null) return false;
  const { _id, content, restoredNumber } = draft;
  const file = pick(assistant, ["knowledgeFileId", "knowledgeFileName"]);
  await saveAssistant(ctx, assistant, { ...file, ...complete(content) }, restoredNumber);
  await deleteDraft(ctx, assistant, _id);
  return true;
}

/** Returns false like `publishDraft`. */
export async function discardDraft(
  ctx: MutationCtx,
  assistant: Assistant,
  draftId: DraftId,
): Promise<boolean> {
  const draft = await reviewedDraft(ctx, assistant, draftId);
  if (draft === null) return false;
  await deleteDraft(ctx, assistant, draft._id);
  return true;
}

/** Switching it off requires that the owner has published or discarded the changes. */
export async function switchReview(
  ctx: MutationCtx,
  { _id, review }: Assistant,
  isOn: boolean,
): Promise<void> {
  if (isOn === (review !== undefined)) return;
  const { draftId = null } = review ?? {};
  if (draftId !== null) throw userError("draft_exists", REFUSALS.draftExists);
  await ctx.db.patch("assistants", _id, { review: isOn ? { draftId: null } : undefined });
}

/** Saves the version's settings like any change, so that restoring can be undone. */
export async function restoreVersion(
  ctx: MutationCtx & { owner: Doc<"users"> },
  version: Doc<"assistantVersions">,
): Promise<void> {
  const assistant = await requireOwnAssistant(ctx, version.assistantId);
  await saveChanges(ctx, assistant, restoredContent(assistant, version), version.number);
}

/** The draft that the owner has seen. A newer one is refused, because nobody has seen that. */
async function reviewedDraft(
  ctx: QueryCtx,
  assistant: Assistant,
  draftId: DraftId,
): Promise<Draft | null> {
  const draft = await draftOf(ctx, assistant);
  if (draft !== null && draft._id !== draftId) {
    throw userError("draft_changed", REFUSALS.draftChanged);
  }
  return draft;
}

async function deleteDraft(ctx: MutationCtx, { _id }: Assistant, draftId: DraftId): Promise<void> {
  await ctx.db.delete("assistantDrafts", draftId);
  await ctx.db.patch("assistants", _id, { review: { draftId: null } });
}

function changesOf(assistant: Assistant, content: DraftContent) {
  return changedFields(contentOf(assistant), contentOf(edited(assistant, content)));
}

/** The assistant with the changes. */
export function edited(assistant: Assistant, content: DraftContent): Assistant {
  return { ...assistant, ...complete(content) };
}

/** Saving a field that is undefined removes it. */
function complete(content: DraftContent): DraftContent {
  return Object.fromEntries(DRAFT_FIELDS.map((name) => [name, content[name]])) as DraftContent;
}
