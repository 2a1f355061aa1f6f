/** The websites on which an assistant's button may stand. */
import type { Doc } from "../_generated/dataModel";
import { userError } from "../lib/userError";
import { MAX_ALLOWED_SITES, readSite, SITE_ERRORS } from "../shared/sites";

/** In our notation, each once. A form without the list leaves the saved one unchanged. */
export function validSites({ allowedSites }: Pick<Doc<"assistants">, "allowedSites">) {
  if (allowedSites === undefined) return {};
  if (allowedSites.length > MAX_ALLOWED_SITES) {
    throw userError("invalid_input", SITE_ERRORS.tooMany);
  }
  const sites = allowedSites.map((text) => {
    const read = readSite(text);
    if ("objection" in read) throw userError("invalid_input", read.objection);
    return read.site;
  });
  return { allowedSites: [...new Set(sites)] };
}

/** What an address says of the website that it is on; null when nothing that could be in a list. */
export function siteFromUrl(address: string | null | undefined): string | null {
  try {
    const read = readSite(new URL(address ?? "").origin);
    return "site" in read ? read.site : null;
  } catch {
    return null;
  }
}
