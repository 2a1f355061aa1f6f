/** On which websites an assistant's button may stand, and on which it was asked for. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { MAX_ALLOWED_SITES, readSite, SITE_OBJECTIONS } from "../../catalog/sites";
import { rateLimiter } from "../common/rateLimits";
import { userError } from "../common/userError";
import type { SeenSite } from "./assistantFields";
import { findByEmbedId } from "./assistants";

const SEEN_SITES_KEPT = 10;
/** Noted again only after this, so that showing a button hardly ever writes. */
const NOTED_EVERY_MS = 24 * 3_600_000;

/** Written as we keep them, and each once. A form that knows of no list leaves it as it is. */
export function checkedSites({ allowedSites }: Pick<Doc<"assistants">, "allowedSites">) {
  if (allowedSites === undefined) return {};
  if (allowedSites.length > MAX_ALLOWED_SITES) {
    throw userError("invalid_input", SITE_OBJECTIONS.tooMany);
  }
  const sites = allowedSites.map((text) => {
    const read = readSite(text);
    if ("objection" in read) throw userError("invalid_input", read.objection);
    return read.site;
  });
  return { allowedSites: [...new Set(sites)] };
}

/** What an address says of the website that it is on; null when nothing that could be in a list. */
export function siteOf(address: string | null | undefined): string | null {
  try {
    const read = readSite(new URL(address ?? "").origin);
    return "site" in read ? read.site : null;
  } catch {
    return null;
  }
}

/** A day has at most as many writes as sites are kept, however many sites the button is on or is said to be on. */
export function isToBeNoted(seen: readonly SeenSite[], site: string, nowMs: number): boolean {
  const fresh = seen.filter(({ atMs }) => nowMs - atMs < NOTED_EVERY_MS);
  return fresh.length < SEEN_SITES_KEPT && !fresh.some((one) => one.site === site);
}

/** Anybody may say that they are on a site, so it is a few an hour, and a few in all. */
export async function noteSeen(ctx: MutationCtx, embedId: string, site: string): Promise<void> {
  const assistant = await findByEmbedId(ctx, embedId);
  if (assistant === null) return;
  const { _id, seenSites = [] } = assistant;
  const atMs = Date.now();
  if (!isToBeNoted(seenSites, site, atMs)) return;
  if (!(await rateLimiter.limit(ctx, "seenSites", { key: _id })).ok) return;
  const others = seenSites.filter((one) => one.site !== site);
  await ctx.db.patch("assistants", _id, {
    seenSites: [{ site, atMs }, ...others].slice(0, SEEN_SITES_KEPT),
  });
}
