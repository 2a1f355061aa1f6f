import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { requireOwnAssistant } from "./assistants/assistants";
import { restoreVersion as restore } from "./assistants/drafts";
import { shownVersion, toShownVersion } from "./assistants/versionTable";
import { requireOwnVersion, versionsOf } from "./assistants/versions";
import { ownerMutation, ownerQuery } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";
import schema from "./schema";

const MAX_PAGE_SIZE = 25;
const ownVersion = { versionId: v.id("assistantVersions") };

/** The newest first. */
export const pageVersions = ownerQuery({
  args: { assistantId: v.id("assistants"), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(shownVersion),
  handler: async (ctx, { assistantId, paginationOpts }) => {
    const { _id } = await requireOwnAssistant(ctx, assistantId);
    // At least one, because empty pages would never reach the end.
    const requested = Math.floor(paginationOpts.numItems) || 1;
    const numItems = Math.min(Math.max(requested, 1), MAX_PAGE_SIZE);
    const result = await versionsOf(ctx, _id).paginate({ ...paginationOpts, numItems });
    return { ...result, page: result.page.map(toShownVersion) };
  },
});

export const getVersion = ownerQuery({
  args: ownVersion,
  returns: schema.doc("assistantVersions"),
  handler: async (ctx, { versionId }) => await requireOwnVersion(ctx, versionId),
});

/** Restores the version's settings except the knowledge file: as a new version, or as changes that wait for a review. */
export const restoreVersion = ownerMutation({
  args: ownVersion,
  returns: v.null(),
  handler: async (ctx, { versionId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    await restore(ctx, await requireOwnVersion(ctx, versionId));
    return null;
  },
});
