/** The websites that may show an assistant's button. */
import type { Doc } from "../_generated/dataModel";
import { userError } from "../lib/userError";
import { MAX_ALLOWED_SITES, readSite, SITE_ERRORS } from "../shared/sites";

/** Returns the sites as we store them, without duplicates. A form without the list leaves the saved one unchanged. */
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

/** The website of an address, as it would be in a list. Null if it cannot be in one. */
export function siteFromUrl(address: string | null | undefined): string | null {
  try {
    const read = readSite(new URL(address ?? "").origin);
    return "site" in read ? read.site : null;
  } catch {
    return null;
  }
}
