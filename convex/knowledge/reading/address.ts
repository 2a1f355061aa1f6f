import { isIpAddress, isPrivateName } from "../../lib/publicHost";

/**
 * Addresses of websites and of their pages. Which networks may be reached at all is decided by the runtime's `fetch`
 * (docs/fidelity.md, R7); the checks here give an owner a clear answer. No part of a URL is assigned to, because Convex's
 * URL differs there (docs/fidelity.md, F11).
 */

export type SiteAddress = { kind: "address"; url: string } | { kind: "problem"; says: string };

export const ADDRESS_PROBLEMS = {
  empty: "Please enter the address of your website, such as www.example.com.",
  scheme:
    "The address of a website starts with https://. Please enter one such as www.example.com.",
  credentials: "Please remove the user name and the password from the address.",
  ipAddress:
    "IP addresses are not supported. Please enter the website's name, such as www.example.com.",
  private:
    "This address works only inside your own network. Please enter the one that your visitors use.",
  incomplete: "Please enter the full name of the website, such as www.example.com.",
  unreadable: "This is not the address of a website. Please enter one such as www.example.com.",
} as const;

const MAX_ADDRESS_LENGTH = 1000;
const MAX_HOST_LENGTH = 253;
const INDEX_FILE = /\/(index|default)\.(html?|php|aspx?)$/i;
const TRACKING =
  /^(utm_\w+|gclid|gbraid|wbraid|fbclid|msclkid|mc_[ce]id|_ga|_gl|phpsessid|jsessionid)$/i;

/**
 * What an owner types, as the https address of its start page. `reach` is "any" in development, where a website on this
 * machine keeps its http.
 */
export function siteAddress(text: string, reach: "public" | "any" = "public"): SiteAddress {
  const typed = text.trim();
  if (typed === "") return problem("empty");
  if (typed.length > MAX_ADDRESS_LENGTH) return problem("unreadable");
  const [, scheme, address = ""] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/is.exec(typed) ?? [];
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return problem("scheme");
  if (/^(mailto|tel|javascript|data|file|ftp|about):/i.test(address)) return problem("scheme");
  const url = parseUrl(`${scheme ?? "https"}://${address}`);
  if (url === null) return problem("unreadable");
  if (url.username !== "" || url.password !== "") return problem("credentials");
  const host = url.hostname.replace(/\.$/, "");
  const rest = `${url.port === "" ? "" : `:${url.port}`}${url.pathname}${url.search}`;
  const isIp = isIpAddress(host);
  const isPrivate = isPrivateName(host);
  if (reach === "any" && (isIp || isPrivate)) {
    return { kind: "address", url: `${scheme?.toLowerCase() ?? "http"}://${host}${rest}` };
  }
  if (isIp) return problem("ipAddress");
  if (isPrivate) return problem("private");
  if (!host.includes(".")) return problem("incomplete");
  const isHost = /^[a-z\d_-]+(\.[a-z\d_-]+)+$/.test(host);
  const https = pageAddress(`https://${host}${rest}`);
  if (!isHost || host.length > MAX_HOST_LENGTH || https === null) return problem("unreadable");
  return { kind: "address", url: https };
}

/** Whether an address belongs to a site: the same host, with or without `www.`, by http or https. */
export function isOfSite(url: string, site: string): boolean {
  const host = siteHost(url);
  return host !== null && host === siteHost(site);
}

/**
 * A page's address as it is fetched and shown: without the fragment and without parameters that only say where a visitor
 * came from. Null for anything but http and https.
 */
export function pageAddress(address: string, base?: string): string | null {
  const url = parseUrl(address.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (url.username !== "" || url.password !== "") return null;
  const query = queryOf(url).filter((part) => !TRACKING.test(part.replace(/=.*$/s, "")));
  const cleaned = `${url.origin}${url.pathname}${query.length === 0 ? "" : `?${query.join("&")}`}`;
  return cleaned.length > MAX_ADDRESS_LENGTH ? null : cleaned;
}

/** The same for every spelling of one page's address, so that a page is listed once. */
export function pageKey(address: string): string | null {
  const cleaned = pageAddress(address);
  if (cleaned === null) return null;
  const url = new URL(cleaned);
  const path = url.pathname.replace(INDEX_FILE, "/").replace(/\/+$/, "");
  return `${url.host.replace(/^www\./, "")}${path}?${queryOf(url).sort().join("&")}`;
}

/** Not `searchParams`, which would rewrite how the parameters are escaped. */
function queryOf(url: URL): string[] {
  return url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "");
}

function siteHost(address: string): string | null {
  const url = parseUrl(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.host.replace(/^www\./, "");
}

function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

function problem(name: keyof typeof ADDRESS_PROBLEMS): SiteAddress {
  return { kind: "problem", says: ADDRESS_PROBLEMS[name] };
}
