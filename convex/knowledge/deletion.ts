import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { cancel } from "../jobs/enqueue";
import { deleteRows } from "../lib/deleteRows";
import { discardToolRow, discardTool } from "./assistantTool";
import { discardKnowledgeFile, filesOf } from "./files";
import { discardText, discardTexts } from "./sentTexts";
import { removeWebsite, websitesOf } from "./websites";

/** More than an assistant has of anything. */
const EVERYTHING = 1_000;
/** Each has up to 300 KB. */
const PDF_BATCH_SIZE = 10;

/** Deletes all sources of an assistant, here and at the platform. */
export async function discardKnowledge(
  ctx: MutationCtx,
  { _id: assistantId }: Pick<Doc<"assistants">, "_id">,
): Promise<void> {
  for (const file of await filesOf(ctx, assistantId)) await discardKnowledgeFile(ctx, file);
  const answers = await ctx.db
    .query("knowledgeAnswers")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistantId))
    .take(EVERYTHING);
  await deleteRows(ctx, "knowledgeAnswers", answers);
  const dismissed = await ctx.db
    .query("dismissedQuestions")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistantId))
    .take(EVERYTHING);
  await deleteRows(ctx, "dismissedQuestions", dismissed);
  const notes = await ctx.db
    .query("ownerNotes")
    .withIndex("by_assistant_and_end", (q) => q.eq("assistantId", assistantId))
    .take(EVERYTHING);
  await deleteRows(ctx, "ownerNotes", notes);
  for (const website of await websitesOf(ctx, assistantId)) await removeWebsite(ctx, website);
  await discardTexts(ctx, assistantId);
  await discardTool(ctx, assistantId);
}

/** Deletes a batch of an owner's sources besides files, and returns how many there were. */
export async function deleteSources(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  batchSize: number,
): Promise<number> {
  const answers = await ctx.db
    .query("knowledgeAnswers")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(batchSize);
  await deleteRows(ctx, "knowledgeAnswers", answers);
  const dismissed = await ctx.db
    .query("dismissedQuestions")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(batchSize);
  await deleteRows(ctx, "dismissedQuestions", dismissed);
  const notes = await ctx.db
    .query("ownerNotes")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(batchSize);
  await deleteRows(ctx, "ownerNotes", notes);
  const websites = await deleteWebsites(ctx, ownerId, batchSize);
  const texts = await ctx.db
    .query("sentTexts")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(batchSize);
  for (const text of texts) await discardText(ctx, text);
  const tools = await ctx.db
    .query("assistantTools")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(batchSize);
  for (const tool of tools) await discardToolRow(ctx, tool);
  const counts = [answers, dismissed, notes, texts, tools].map(({ length }) => length);
  return counts.reduce((sum, count) => sum + count, websites);
}

async function deleteWebsites(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  batchSize: number,
): Promise<number> {
  const texts = await ctx.db
    .query("websiteTexts")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(batchSize);
  await deleteRows(ctx, "websiteTexts", texts);
  const pdfs = await ctx.db
    .query("websitePdfs")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(PDF_BATCH_SIZE);
  await deleteRows(ctx, "websitePdfs", pdfs);
  const pages = await ctx.db
    .query("websitePages")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(batchSize);
  await deleteRows(ctx, "websitePages", pages);
  const websites = await ctx.db
    .query("websites")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(batchSize);
  for (const { _id } of websites) {
    await cancel(ctx, "websiteReading", _id);
    await ctx.db.delete("websites", _id);
  }
  return texts.length + pdfs.length + pages.length + websites.length;
}
