/** The websites on which an assistant's button was seen. */
import { v } from "convex/values";
import type { MutationCtx } from "../_generated/server";
import { findByEmbedId } from "../assistants/assistants";
import type { SeenSite } from "../assistants/table";
import { internalMutation } from "../lib/internalFunctions";
import { rateLimiter } from "../lib/rateLimits";
import { DAY_MS } from "../shared/durations";

const MAX_SEEN_SITES = 10;
/** A site that was seen within this time is not written again, so that a page view hardly ever writes. */
const SEEN_AGAIN_AFTER_MS = DAY_MS;

/** Limits the writes of a day to the length of the list, however many sites are reported. */
export function shouldRecord(seen: readonly SeenSite[], site: string, nowMs: number): boolean {
  const fresh = seen.filter(({ atMs }) => nowMs - atMs < SEEN_AGAIN_AFTER_MS);
  return fresh.length < MAX_SEEN_SITES && !fresh.some((one) => one.site === site);
}

/** Anybody can claim to be on a site, so writes are rate-limited and the list is short. */
export async function saveSeenSite(ctx: MutationCtx, embedId: string, site: string): Promise<void> {
  const assistant = await findByEmbedId(ctx, embedId);
  if (assistant === null) return;
  const { _id, seenSites = [] } = assistant;
  const atMs = Date.now();
  if (!shouldRecord(seenSites, site, atMs)) return;
  if (!(await rateLimiter.limit(ctx, "seenSites", { key: _id })).ok) return;
  const others = seenSites.filter((one) => one.site !== site);
  await ctx.db.patch("assistants", _id, {
    seenSites: [{ site, atMs }, ...others].slice(0, MAX_SEEN_SITES),
  });
}

export const recordSeenSite = internalMutation({
  args: { embedId: v.string(), site: v.string() },
  returns: v.null(),
  handler: async (ctx, { embedId, site }) => {
    await saveSeenSite(ctx, embedId, site);
    return null;
  },
});
