/** PDFs of websites. Their text is not read here: the voice platform gets the whole file. */
import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { digestOfBytes } from "../lib/bytes";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import { MAX_WEBSITE_PDFS } from "../shared/sources";
import { hasContentOfExtension } from "./content";

type Page = Doc<"websitePages">;

export const PDF_PROBLEMS = {
  notPdf: "This file is not a PDF, although the website says so.",
  unreadable:
    "The voice service found no text in this PDF. Perhaps it is a scanned picture. Please add a file with its text.",
  tooMany: `An assistant can read at most ${MAX_WEBSITE_PDFS} PDFs of websites. Leave out another one.`,
} as const;

/** Whether it could be saved, or else why not. It replaces the page's earlier file. */
export async function savePdf(
  ctx: MutationCtx,
  { _id: pageId, ownerId, assistantId, pdfDigest }: Page,
  bytes: ArrayBuffer,
): Promise<Pick<Page, "pdfDigest" | "isUnreadable"> | { problem: string }> {
  if (!hasContentOfExtension(".pdf", new Uint8Array(bytes)))
    return { problem: PDF_PROBLEMS.notPdf };
  const digest = await digestOfBytes(bytes);
  if (digest === pdfDigest) return { pdfDigest };
  const known = await pdfsOf(ctx, assistantId);
  if (known.filter(({ _id }) => _id !== pageId).length >= MAX_WEBSITE_PDFS) {
    return { problem: PDF_PROBLEMS.tooMany };
  }
  await forgetPdf(ctx, pageId);
  await ctx.db.insert("websitePdfs", { ownerId, assistantId, pageId, bytes });
  return { pdfDigest: digest, isUnreadable: undefined };
}

export async function forgetPdf(ctx: MutationCtx, pageId: Id<"websitePages">): Promise<void> {
  const pdf = await pdfOf(ctx, pageId);
  if (pdf !== null) await ctx.db.delete("websitePdfs", pdf._id);
}

/** The chosen pages of the assistant that are PDFs. */
export async function pdfsOf(ctx: QueryCtx, assistantId: Id<"assistants">): Promise<Page[]> {
  return await ctx.db
    .query("websitePages")
    .withIndex("by_assistant_and_pdf", (q) => q.eq("assistantId", assistantId).gt("pdfDigest", ""))
    .take(MAX_WEBSITE_PDFS);
}

export async function pdfOf(
  ctx: QueryCtx,
  pageId: Id<"websitePages">,
): Promise<Doc<"websitePdfs"> | null> {
  return await ctx.db
    .query("websitePdfs")
    .withIndex("by_page", (q) => q.eq("pageId", pageId))
    .unique();
}

/** Null if it was forgotten in the meantime. */
export const readPdf = internalQuery({
  args: { pageId: v.id("websitePages") },
  returns: v.union(v.bytes(), v.null()),
  handler: async (ctx, { pageId }) => (await pdfOf(ctx, pageId))?.bytes ?? null,
});

export const recordUnreadable = internalMutation({
  args: { pageId: v.id("websitePages"), digest: v.string() },
  returns: v.null(),
  handler: async (ctx, { pageId, digest }) => {
    const page = await ctx.db.get("websitePages", pageId);
    if (page?.pdfDigest === digest) {
      await ctx.db.patch("websitePages", pageId, { isUnreadable: true });
    }
    return null;
  },
});
