/**
 * The tool with which an assistant searches all of its sources: the form's file, further files, and texts that are
 * generated from the owner's answers and from the pages of websites. An assistant that has only the form's file uses
 * that file's own tool.
 */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import type { KnowledgeBase, KnowledgeTool } from "../vendors/vapi";
import { vapi } from "../vendors/vapiClient";
import { scheduleOrphanCheck, scheduleVendorDeletion } from "../vendors/vendorDeletion";
import { answersOf } from "./answers";
import { filesOf } from "./files";
import { fileToolFor, type NamedFile, namedFile, platformFileFor } from "./fileTool";
import { answersText, pagesTexts } from "./generatedTexts";
import { discardTexts, type GeneratedText, type SentFile, sendPart, sendText } from "./sentTexts";
import { pdfsOf } from "./websitePdfs";
import { readPagesOf } from "./websites";

/** Whose knowledge it is. No assistant has the file of a form that is not saved yet. */
export type KnowledgeOwner = {
  ownerId: Id<"users">;
  assistantId: Id<"assistants"> | null;
  file: NamedFile | null;
};

/** What a sync has sent, so that everything older can be discarded once the assistant uses it. */
export type SentKnowledge = {
  tool: KnowledgeTool | null;
  textIds: Id<"sentTexts">[];
  hasOwnTool: boolean;
};

const DESCRIPTIONS = {
  answers:
    "The owner's own answers to questions. Search here first: they take priority over every other knowledge base.",
  files: "Files that the owner of the website wants callers to know.",
  website: "Pages of the owner's website.",
};

/** Brings the platform in line with the assistant's sources. Safe to repeat. */
export async function sendKnowledge(ctx: ActionCtx, whose: KnowledgeOwner): Promise<SentKnowledge> {
  const { ownerId, assistantId, file } = whose;
  const sources =
    assistantId === null
      ? null
      : await ctx.runQuery(internal.knowledge.assistantTool.sourcesToSend, { assistantId });
  if (assistantId === null || sources === null) {
    const tool = file === null ? null : await fileToolFor(ctx, ownerId, file);
    return { tool, textIds: [], hasOwnTool: false };
  }
  const fileIds: string[] = [];
  for (const one of sources.files) fileIds.push(await platformFileFor(ctx, ownerId, one));
  const owned = { ownerId, assistantId };
  const answers = sources.answers.length === 0 ? [] : [answersText(sources.answers)];
  const sentAnswers = await sendTexts(ctx, owned, answers);
  const sentPages = await sendTexts(ctx, owned, pagesTexts(sources.pages));
  const sentPdfs = await sendPdfs(ctx, owned, sources.pdfs);
  const idsOf = (sent: SentFile[]) => sent.map(({ platformFileId }) => platformFileId);
  const bases = {
    answers: idsOf(sentAnswers),
    files: fileIds,
    website: idsOf([...sentPages, ...sentPdfs]),
  };
  const tool = await sendTool(ctx, owned, bases);
  const textIds = [...sentAnswers, ...sentPages, ...sentPdfs].map(({ textId }) => textId);
  return { tool, textIds, hasOwnTool: tool !== null };
}

async function sendTexts(
  ctx: ActionCtx,
  owned: { ownerId: Id<"users">; assistantId: Id<"assistants"> },
  texts: GeneratedText[],
): Promise<SentFile[]> {
  const sent: SentFile[] = [];
  for (const text of texts) {
    const file = await sendText(ctx, owned, text);
    if (file !== null) sent.push(file);
  }
  return sent;
}

async function sendPdfs(
  ctx: ActionCtx,
  owned: { ownerId: Id<"users">; assistantId: Id<"assistants"> },
  pdfs: Infer<typeof sourcesToSendResult>["pdfs"],
): Promise<SentFile[]> {
  const sent: SentFile[] = [];
  for (const { pageId, digest, name } of pdfs) {
    const read = async () => {
      const bytes = await ctx.runQuery(internal.knowledge.websitePdfs.readPdf, { pageId });
      return bytes === null ? null : new Blob([bytes], { type: "application/pdf" });
    };
    const file = await sendPart(ctx, owned, { part: `pdf-${pageId}`, digest, name, read });
    if (file === null) continue;
    sent.push(file);
    if (!file.isUnreadable) continue;
    await ctx.runMutation(internal.knowledge.websitePdfs.recordUnreadable, { pageId, digest });
  }
  return sent;
}

/** The tool of the saved assistant, without sending anything that was not sent. */
export async function sentToolFor(
  ctx: ActionCtx,
  { ownerId, assistantId, file }: KnowledgeOwner,
): Promise<KnowledgeTool | null> {
  const own =
    assistantId === null
      ? null
      : await ctx.runQuery(internal.knowledge.assistantTool.findTool, { assistantId });
  if (own !== null) return own;
  return file === null ? null : await fileToolFor(ctx, ownerId, file);
}

const sourcesToSendResult = v.object({
  files: v.array(namedFile),
  answers: v.array(v.object({ question: v.string(), answer: v.string() })),
  pages: v.array(
    v.object({ url: v.string(), title: v.union(v.string(), v.null()), text: v.string() }),
  ),
  pdfs: v.array(v.object({ pageId: v.id("websitePages"), digest: v.string(), name: v.string() })),
});

/** Null if the assistant has no sources besides the form's file, or was deleted. */
export const sourcesToSend = internalQuery({
  args: { assistantId: v.id("assistants") },
  returns: v.union(sourcesToSendResult, v.null()),
  handler: async (ctx, { assistantId }): Promise<Infer<typeof sourcesToSendResult> | null> => {
    const assistant = await ctx.db.get("assistants", assistantId);
    if (assistant === null) return null;
    const files = await filesOf(ctx, assistantId);
    const answers = await answersOf(ctx, assistantId);
    const isOnlyForm = files.every(({ storageId }) => storageId === assistant.knowledgeFileId);
    const pages = await readPagesOf(ctx, assistantId);
    const pdfs = await pdfsOf(ctx, assistantId);
    const hasNothingElse = [answers, pages, pdfs].every(({ length }) => length === 0);
    if (isOnlyForm && hasNothingElse) return null;
    return {
      pages,
      pdfs: pdfs.map(({ _id, url, pdfDigest = "" }) => ({
        ...{ pageId: _id, digest: pdfDigest, name: fileNameOf(url) },
      })),
      files: files.map(({ storageId, name }) => ({ storageId, name })),
      answers: answers.map(({ question, answer }) => ({ question, answer })),
    };
  },
});

/** The platform reads a file by the end of its name. */
function fileNameOf(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  return /^[\w.-]{1,80}\.pdf$/i.test(last) ? last : "page.pdf";
}

const tool = v.object({ id: v.string(), name: v.union(v.string(), v.null()) });

/** Null if the assistant has no tool of its own, or the platform has not created it yet. */
export const findTool = internalQuery({
  args: { assistantId: v.id("assistants") },
  returns: v.union(tool, v.null()),
  handler: async (ctx, { assistantId }) => {
    const row = await toolRowOf(ctx, assistantId);
    if (row?.platformToolId === undefined) return null;
    return { id: row.platformToolId, name: row.platformToolName ?? null };
  },
});

/** The row with which the tool is found if the platform's response is lost. Null if the assistant was deleted. */
export const begin = internalMutation({
  args: { ownerId: v.id("users"), assistantId: v.id("assistants") },
  returns: v.union(
    v.object({
      toolId: v.id("assistantTools"),
      platformToolId: v.union(v.string(), v.null()),
      /** When the first attempt began. Null if this is the first. */
      triedAtMs: v.union(v.number(), v.null()),
    }),
    v.null(),
  ),
  handler: async (ctx, args) => {
    if ((await ctx.db.get("assistants", args.assistantId)) === null) return null;
    const row = await toolRowOf(ctx, args.assistantId);
    const toolId = row?._id ?? (await ctx.db.insert("assistantTools", args));
    const platformToolId = row?.platformToolId ?? null;
    return { toolId, platformToolId, triedAtMs: row?._creationTime ?? null };
  },
});

/**
 * Returns the tool to use. If another run has recorded a tool since this run read `known`, that tool stays. The row may
 * have been deleted in the meantime. In both cases the platform's tool of this run is deleted.
 */
export const record = internalMutation({
  args: {
    toolId: v.id("assistantTools"),
    known: v.union(v.string(), v.null()),
    tool,
  },
  returns: tool,
  handler: async (ctx, { toolId, known, tool: created }) => {
    const row = await ctx.db.get("assistantTools", toolId);
    const { platformToolId: id = null, platformToolName: name = null } = row ?? {};
    if (row !== null && (id === null || id === known || id === created.id)) {
      const sent = { platformToolId: created.id, platformToolName: created.name ?? undefined };
      await ctx.db.patch("assistantTools", toolId, sent);
      return created;
    }
    await scheduleVendorDeletion(ctx, "tool", [created.id]);
    return id === null ? created : { id, name };
  },
});

/** Called when the platform has the assistant with these sources: deletes what it used before. */
export const settle = internalMutation({
  args: {
    assistantId: v.id("assistants"),
    textIds: v.array(v.id("sentTexts")),
    hasOwnTool: v.boolean(),
  },
  returns: v.null(),
  handler: async (ctx, { assistantId, textIds, hasOwnTool }) => {
    await discardTexts(ctx, assistantId, textIds);
    if (!hasOwnTool) await discardTool(ctx, assistantId);
    return null;
  },
});

/** Deletes the assistant's own tool, here and at the platform. */
export async function discardTool(ctx: MutationCtx, assistantId: Id<"assistants">): Promise<void> {
  const row = await toolRowOf(ctx, assistantId);
  if (row !== null) await discardToolRow(ctx, row);
}

export async function discardToolRow(
  ctx: MutationCtx,
  { _id, _creationTime, platformToolId }: Doc<"assistantTools">,
): Promise<void> {
  if (platformToolId === undefined) await scheduleOrphanCheck(ctx, "tool", _id, _creationTime);
  else await scheduleVendorDeletion(ctx, "tool", [platformToolId]);
  await ctx.db.delete("assistantTools", _id);
}

async function sendTool(
  ctx: ActionCtx,
  owned: { ownerId: Id<"users">; assistantId: Id<"assistants"> },
  fileIds: Record<keyof typeof DESCRIPTIONS, string[]>,
): Promise<KnowledgeTool | null> {
  const row = await ctx.runMutation(internal.knowledge.assistantTool.begin, owned);
  if (row === null) return null;
  const { toolId, platformToolId, triedAtMs } = row;
  const bases = Object.entries(DESCRIPTIONS).flatMap(([part, description]): KnowledgeBase[] => {
    const ids = fileIds[part as keyof typeof DESCRIPTIONS];
    return ids.length === 0 ? [] : [{ name: `${part}-${toolId}`, description, fileIds: ids }];
  });
  const platform = vapi();
  const known =
    platformToolId ??
    (triedAtMs === null
      ? null
      : ((await platform.findKnowledgeTool(toolId, triedAtMs))?.id ?? null));
  const changed = known === null ? null : await platform.updateKnowledgeTool(known, bases);
  const tool = changed ?? (await platform.createKnowledgeTool(bases));
  return await ctx.runMutation(internal.knowledge.assistantTool.record, {
    ...{ toolId, known: platformToolId, tool },
  });
}

async function toolRowOf(
  ctx: QueryCtx,
  assistantId: Id<"assistants">,
): Promise<Doc<"assistantTools"> | null> {
  return await ctx.db
    .query("assistantTools")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistantId))
    .unique();
}
