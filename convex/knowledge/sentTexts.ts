/** The texts that are generated from an assistant's sources, which the voice platform has as files. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { digestOfText } from "../lib/bytes";
import { internalMutation } from "../lib/internalFunctions";
import { vapi } from "../vendors/vapiClient";
import { scheduleOrphanCheck, scheduleVendorDeletion } from "../vendors/vendorDeletion";

/** More generated texts than an assistant ever has at once. */
const MAX_TEXTS = 100;

type SentText = Doc<"sentTexts">;
type Owned = { ownerId: Id<"users">; assistantId: Id<"assistants"> };
export type GeneratedText = { part: string; content: string };
/** What a part is sent as. Its content is read only if the platform does not have it yet. */
type Part = {
  part: string;
  digest: string;
  name: string;
  read: () => Promise<Blob | null>;
};
export type SentFile = {
  textId: Id<"sentTexts">;
  platformFileId: string;
  /** Whether the platform could not read it. Known only when it was sent just now. */
  isUnreadable: boolean;
};

export async function sendText(
  ctx: ActionCtx,
  owned: Owned,
  { part, content }: GeneratedText,
): Promise<SentFile | null> {
  const digest = await digestOfText(content);
  const file = new Blob([content], { type: "text/markdown" });
  const read = () => Promise.resolve(file);
  return await sendPart(ctx, owned, { part, digest, name: `${part}.md`, read });
}

/** Sends a part unless the platform has it already. Null if the assistant or the content was deleted. */
export async function sendPart(
  ctx: ActionCtx,
  owned: Owned,
  { part, digest, name, read }: Part,
): Promise<SentFile | null> {
  const text = await ctx.runMutation(internal.knowledge.sentTexts.begin, {
    ...owned,
    part,
    digest,
  });
  if (text === null) return null;
  const { textId, wasTried, platformFileId: known } = text;
  if (known !== null) return { textId, platformFileId: known, isUnreadable: false };
  const platform = vapi();
  const earlier = wasTried ? await platform.findFile(textId) : null;
  const file = earlier === null ? await read() : null;
  const sentId = earlier ?? (file === null ? null : await platform.uploadFile(file, name, textId));
  if (sentId === null) return null;
  // Until then the earlier text is searched.
  const status = await platform.findFileStatus(sentId);
  const platformFileId = await ctx.runMutation(internal.knowledge.sentTexts.record, {
    ...{ textId, platformFileId: sentId },
  });
  return { textId, platformFileId, isUnreadable: status === "failed" };
}

/** The row of this text, with which it is found if the platform's response is lost. */
export const begin = internalMutation({
  args: {
    ownerId: v.id("users"),
    assistantId: v.id("assistants"),
    part: v.string(),
    digest: v.string(),
  },
  returns: v.union(
    v.object({
      textId: v.id("sentTexts"),
      platformFileId: v.union(v.string(), v.null()),
      /** Whether an earlier run may have sent it. */
      wasTried: v.boolean(),
    }),
    v.null(),
  ),
  handler: async (ctx, args) => {
    if ((await ctx.db.get("assistants", args.assistantId)) === null) return null;
    const texts = await textsOf(ctx, args.assistantId);
    const same = texts.find(({ part, digest }) => part === args.part && digest === args.digest);
    const textId = same?._id ?? (await ctx.db.insert("sentTexts", args));
    const platformFileId = same?.platformFileId ?? null;
    return { textId, platformFileId, wasTried: same !== undefined };
  },
});

/**
 * Returns the file to use. The first that is recorded stays, because an interrupted run may send the same text again.
 * The text may have been deleted in the meantime.
 */
export const record = internalMutation({
  args: { textId: v.id("sentTexts"), platformFileId: v.string() },
  returns: v.string(),
  handler: async (ctx, { textId, platformFileId }) => {
    const text = await ctx.db.get("sentTexts", textId);
    if (text !== null && text.platformFileId === undefined) {
      await ctx.db.patch("sentTexts", textId, { platformFileId });
      return platformFileId;
    }
    if (text?.platformFileId !== platformFileId) {
      await scheduleVendorDeletion(ctx, "file", [platformFileId]);
    }
    return text?.platformFileId ?? platformFileId;
  },
});

/** Deletes the assistant's texts except for these, here and at the platform. */
export async function discardTexts(
  ctx: MutationCtx,
  assistantId: Id<"assistants">,
  kept: Id<"sentTexts">[] = [],
): Promise<void> {
  for (const text of await textsOf(ctx, assistantId)) {
    if (!kept.includes(text._id)) await discardText(ctx, text);
  }
}

export async function discardText(ctx: MutationCtx, text: SentText): Promise<void> {
  const { _id, _creationTime, platformFileId } = text;
  if (platformFileId === undefined) await scheduleOrphanCheck(ctx, "file", _id, _creationTime);
  else await scheduleVendorDeletion(ctx, "file", [platformFileId]);
  await ctx.db.delete("sentTexts", _id);
}

async function textsOf(ctx: MutationCtx, assistantId: Id<"assistants">): Promise<SentText[]> {
  return await ctx.db
    .query("sentTexts")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistantId))
    .take(MAX_TEXTS);
}
