import { decodeText } from "./charset";
import { fetchWithinSite, NO_RESPONSE, redirectedTo } from "./fetchWithinSite";
import { isAllowedBy, parseRobots, type RobotsRule } from "./robotsRules";

/** A website's robots.txt, as kept between requests: https://www.rfc-editor.org/rfc/rfc9309. */
export type RobotsFile =
  | { kind: "rules"; rules: RobotsRule[]; delaySeconds: number; sitemaps: string[] }
  /** Section 2.3.1.3: a site that has no such file allows everything. */
  | { kind: "everythingAllowed" }
  /** Section 2.3.1.4: while the file cannot be read, nothing is allowed. */
  | { kind: "nothingAllowed"; says: string; hasNoResponse: boolean };

export interface Robots {
  isAllowed: (url: string) => boolean;
  /** How long to wait between two requests. */
  delayMs: number;
  sitemaps: string[];
}

const MAX_BYTES = 500 * 1024;
/** Of the rules for us. Longer ones would be those of a site that is too large for an assistant. */
const MAX_RULES_LENGTH = 50_000;
const MIN_DELAY_MS = 1000;
const MAX_DELAY_MS = 10_000;

export async function fetchRobots(
  address: string,
  { site, contact }: { site: string; contact: string },
): Promise<RobotsFile> {
  const url = new URL("/robots.txt", address).href;
  const response = await fetchWithinSite(url, {
    ...{ site, contact, accept: "text/plain,*/*;q=0.1", maxBytes: MAX_BYTES },
  });
  switch (response.kind) {
    case "response":
      break;
    case "noResponse":
      return nothingAllowed(NO_RESPONSE, true);
    case "outside":
      return nothingAllowed(redirectedTo(response.to));
    case "tooLong":
      return nothingAllowed("The website's robots.txt is too long to read.");
    case "disallowed":
    case "tooManyRedirects":
      return { kind: "everythingAllowed" };
  }
  const { status, headers, body } = response;
  if (status >= 500 || status === 429) {
    return nothingAllowed(
      `The website's robots.txt could not be read (${status}). Please try again later.`,
    );
  }
  if (status < 200 || status >= 300) return { kind: "everythingAllowed" };
  const bytes = new Uint8Array(await body.arrayBuffer());
  const parsed = parseRobots(decodeText(bytes, headers.get("Content-Type") ?? ""), site);
  if (JSON.stringify(parsed.rules).length > MAX_RULES_LENGTH) {
    return nothingAllowed("The website's robots.txt is too long to read.");
  }
  return { kind: "rules", ...parsed };
}

export function readRobots(file: RobotsFile): Robots {
  if (file.kind !== "rules") {
    const isAllowed = file.kind === "everythingAllowed";
    return { isAllowed: () => isAllowed, delayMs: MIN_DELAY_MS, sitemaps: [] };
  }
  return {
    isAllowed: (url) => isAllowedBy(file.rules, url),
    delayMs: Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, file.delaySeconds * 1000)),
    sitemaps: file.sitemaps,
  };
}

function nothingAllowed(says: string, hasNoResponse = false): RobotsFile {
  return { kind: "nothingAllowed", says, hasNoResponse };
}
