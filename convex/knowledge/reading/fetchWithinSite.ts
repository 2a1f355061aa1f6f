import { fetchBounded, ResponseTooLong } from "../../vendors/boundedFetch";
import { isOfSite } from "./address";

/** What a website's operator finds in the log, and the name that robots.txt may use. */
export const AGENT_NAME = "HarkReader";

const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface SiteRequest {
  /** The address of the site. Nothing outside of it is fetched. */
  site: string;
  /** An address that says who reads, for the operator of the website. */
  contact: string;
  accept: string;
  maxBytes: number;
  /** Whether robots.txt allows an address, asked before each redirect too. */
  isAllowed?: (url: string) => boolean;
}

export type SiteResponse =
  | { kind: "response"; url: string; status: number; headers: Headers; body: Blob }
  | { kind: "outside"; to: string }
  | { kind: "disallowed"; url: string }
  | { kind: "tooManyRedirects" }
  | { kind: "tooLong" }
  | { kind: "noResponse" };

/** For the owner of the website. */
export const NO_RESPONSE =
  "The website did not respond. Please check the address, and that the website is online.";

/** For the owner of the website. */
export function redirectedTo(url: string): string {
  return `The website redirects to ${new URL(url).origin}. Please enter that address if it is yours.`;
}

/** Fetches an address of a site, and follows redirects as long as they stay within the site. */
export async function fetchWithinSite(
  address: string,
  request: SiteRequest,
): Promise<SiteResponse> {
  const { site, contact, accept, maxBytes, isAllowed } = request;
  const headers = {
    "User-Agent": `${AGENT_NAME}/1.0 (+${contact})`,
    Accept: accept,
    // The page in the language that the site shows first.
    "Accept-Language": "*",
  };
  let url = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!isOfSite(url, site)) return { kind: "outside", to: url };
    if (isAllowed !== undefined && !isAllowed(url)) return { kind: "disallowed", url };
    const response = await fetchOnce(url, headers, maxBytes);
    if (response.kind !== "response" || !REDIRECTS.has(response.status)) return response;
    const next = resolve(response.headers.get("Location"), url);
    if (next === null) return response;
    url = next;
  }
  return { kind: "tooManyRedirects" };
}

async function fetchOnce(
  url: string,
  headers: Record<string, string>,
  maxBytes: number,
): Promise<SiteResponse> {
  try {
    const init = { headers, redirect: "manual" } as const;
    const response = await fetchBounded(url, init, { timeoutMs: TIMEOUT_MS, maxBytes });
    const { status, headers: received, body } = response;
    return { kind: "response", url, status, headers: received, body };
  } catch (error) {
    return { kind: error instanceof ResponseTooLong ? "tooLong" : "noResponse" };
  }
}

function resolve(location: string | null, base: string): string | null {
  if (location === null) return null;
  try {
    return new URL(location, base).href.replace(/#.*$/s, "");
  } catch {
    return null;
  }
}
