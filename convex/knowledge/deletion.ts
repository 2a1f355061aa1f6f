import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { cancel } from "../jobs/enqueue";
import { deleteRows } from "../lib/deleteRows";
import { deleteRowsOfOwner, rowsOfOwner } from "../lib/rowsOfOwner";
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
  const texts = await rowsOfOwner(ctx, "sentTexts", ownerId).take(batchSize);
  for (const text of texts) await discardText(ctx, text);
  const tools = await rowsOfOwner(ctx, "assistantTools", ownerId).take(batchSize);
  for (const tool of tools) await discardToolRow(ctx, tool);
  return (
    (await deleteRowsOfOwner(ctx, "knowledgeAnswers", ownerId, batchSize)) +
    (await deleteRowsOfOwner(ctx, "dismissedQuestions", ownerId, batchSize)) +
    (await deleteRowsOfOwner(ctx, "ownerNotes", ownerId, batchSize)) +
    (await deleteWebsites(ctx, ownerId, batchSize)) +
    texts.length +
    tools.length
  );
}

async function deleteWebsites(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  batchSize: number,
): Promise<number> {
  const websites = await rowsOfOwner(ctx, "websites", ownerId).take(batchSize);
  for (const { _id } of websites) {
    await cancel(ctx, "websiteReading", _id);
    await ctx.db.delete("websites", _id);
  }
  return (
    (await deleteRowsOfOwner(ctx, "websiteTexts", ownerId, batchSize)) +
    (await deleteRowsOfOwner(ctx, "websitePdfs", ownerId, PDF_BATCH_SIZE)) +
    (await deleteRowsOfOwner(ctx, "websitePages", ownerId, batchSize)) +
    websites.length
  );
}
