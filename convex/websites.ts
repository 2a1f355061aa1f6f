import { v } from "convex/values";
import type { Doc } from "./_generated/dataModel";
import { requireOwnAssistant, startSync } from "./assistants/assistants";
import { websiteState } from "./knowledge/table";
import { readDraft, websiteDraft } from "./knowledge/websiteDraft";
import {
  changeOf,
  findPagesAgain,
  insertWebsite,
  keepChanges,
  pagesOf,
  readPages,
  refuseChange,
  removeWebsite as remove,
  requireOwnPage,
  requireOwnWebsite,
  websitesOf,
} from "./knowledge/websites";
import { PDF_PROBLEMS } from "./knowledge/websitePdfs";
import { ownerAction, ownerMutation, ownerQuery } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";

const ownWebsite = { websiteId: v.id("websites") };
const ownPage = { pageId: v.id("websitePages") };

export const listWebsites = ownerQuery({
  args: { assistantId: v.id("assistants") },
  returns: v.array(
    v.object({
      _id: v.id("websites"),
      start: v.string(),
      state: websiteState,
      problem: v.union(v.string(), v.null()),
      readAtMs: v.union(v.number(), v.null()),
      pages: v.array(
        v.object({
          _id: v.id("websitePages"),
          url: v.string(),
          title: v.union(v.string(), v.null()),
          isChosen: v.boolean(),
          readAtMs: v.union(v.number(), v.null()),
          problem: v.union(v.string(), v.null()),
          /** When its text changed, if the owner has not seen that. */
          changedAtMs: v.union(v.number(), v.null()),
        }),
      ),
    }),
  ),
  handler: async (ctx, { assistantId }) => {
    await requireOwnAssistant(ctx, assistantId);
    const websites = await websitesOf(ctx, assistantId);
    return await Promise.all(
      websites.map(async ({ _id, start, state, problem = null, readAtMs = null }) => {
        const pages = await pagesOf(ctx, _id);
        const shown = pages.map((page) => ({
          ...{ _id: page._id, url: page.url, title: page.title, isChosen: page.isChosen },
          ...{ readAtMs: page.readAtMs ?? null, problem: problemOf(page) },
          changedAtMs: page.changedAtMs ?? null,
        }));
        return { _id, start, state, problem, readAtMs, pages: shown };
      }),
    );
  },
});

function problemOf({ problem, isUnreadable = false }: Doc<"websitePages">): string | null {
  return problem ?? (isUnreadable ? PDF_PROBLEMS.unreadable : null);
}

/** Begins to look for the pages of a website. The owner then chooses which ones the assistant knows. */
export const addWebsite = ownerMutation({
  args: {
    assistantId: v.id("assistants"),
    address: v.string(),
    /** Reads its pages without asking which ones. */
    readsAll: v.optional(v.boolean()),
  },
  returns: v.id("websites"),
  handler: async (ctx, { assistantId, address, readsAll }) => {
    await countOwnerRequest(ctx, "websiteReadings", ctx.owner._id);
    const assistant = await requireOwnAssistant(ctx, assistantId);
    return await insertWebsite(ctx, assistant, address, { readsAll });
  },
});

/** What a website says about its business, to begin an assistant with. Nothing is saved. */
export const draftFromWebsite = ownerAction({
  args: { address: v.string() },
  returns: websiteDraft,
  handler: async (ctx, { address }) => {
    await countOwnerRequest(ctx, "websiteReadings", ctx.ownerId);
    return await readDraft(ctx, address);
  },
});

export const choosePages = ownerMutation({
  args: { ...ownWebsite, pageIds: v.array(v.id("websitePages")) },
  returns: v.null(),
  handler: async (ctx, { websiteId, pageIds }) => {
    await countOwnerRequest(ctx, "websiteReadings", ctx.owner._id);
    await readPages(ctx, await requireOwnWebsite(ctx, websiteId), pageIds);
    return null;
  },
});

/** Looks for the pages again. What the assistant knows stays until the owner has chosen. */
export const findPages = ownerMutation({
  args: ownWebsite,
  returns: v.null(),
  handler: async (ctx, { websiteId }) => {
    await countOwnerRequest(ctx, "websiteReadings", ctx.owner._id);
    await findPagesAgain(ctx, await requireOwnWebsite(ctx, websiteId));
    return null;
  },
});

/** What changed in a page since the owner saw it. Null if nothing did. */
export const getPageChange = ownerQuery({
  args: ownPage,
  returns: v.union(v.object({ before: v.string(), after: v.string() }), v.null()),
  handler: async (ctx, { pageId }) => {
    await requireOwnPage(ctx, pageId);
    return await changeOf(ctx, pageId);
  },
});

/** The assistant goes back to what the page said before. */
export const refusePageChange = ownerMutation({
  args: ownPage,
  returns: v.null(),
  handler: async (ctx, { pageId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    const page = await requireOwnPage(ctx, pageId);
    await refuseChange(ctx, page);
    await startSync(ctx, { _id: page.assistantId });
    return null;
  },
});

export const keepPageChanges = ownerMutation({
  args: ownWebsite,
  returns: v.null(),
  handler: async (ctx, { websiteId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    await keepChanges(ctx, await requireOwnWebsite(ctx, websiteId));
    return null;
  },
});

export const removeWebsite = ownerMutation({
  args: ownWebsite,
  returns: v.null(),
  handler: async (ctx, { websiteId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    const website = await requireOwnWebsite(ctx, websiteId);
    await remove(ctx, website);
    await startSync(ctx, { _id: website.assistantId });
    return null;
  },
});
