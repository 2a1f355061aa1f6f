/**
 * The websites on which a talk button may stand: as owners write them, as we keep them, and as browsers read them.
 * What is kept is a host-source of https://www.w3.org/TR/CSP3/#grammardef-host-source without a path, always with
 * its scheme. There an asterisk stands for subdomains, never for the name itself; hosts are letters, digits and
 * hyphens; and of IP addresses none but 127.0.0.1 ever matches.
 */
export const MAX_ALLOWED_SITES = 20;
const LONGEST_NAME = 253;

export const SITE_ERRORS = {
  empty: "Please write the address of a site, such as www.example.com.",
  every: "To allow every site, leave the list empty.",
  asterisk: "An asterisk stands first and for all subdomains, as in *.example.com.",
  tooWide: "Please name a domain after the asterisk, as in *.example.com.",
  scheme: "A site begins with https://, or with nothing.",
  incomplete: "Please write the whole name of the site, such as www.example.com.",
  address: "Browsers match no numbers here, other than 127.0.0.1. Please use the site's name.",
  unreadable: "This is no address of a site. Please write it like www.example.com.",
  known: "This site is in the list already.",
  tooMany: `A list has at most ${MAX_ALLOWED_SITES} sites.`,
} as const;

export type ReadSite = { site: string } | { objection: string };

/** A path goes, names in other scripts are written as browsers do, and all but this machine is reached by https. */
export function readSite(text: string): ReadSite {
  const typed = text.trim();
  if (typed === "") return objection("empty");
  if (/^(https?:\/\/)?\*$/i.test(typed)) return objection("every");
  const [, scheme, address = ""] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/is.exec(typed) ?? [];
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return objection("scheme");
  const isForSubdomains = address.startsWith("*.");
  const named = isForSubdomains ? address.slice(2) : address;
  if (/^[^/?#]*\*/.test(named)) return objection("asterisk");
  const url = parse(`${scheme ?? "https"}://${named}`);
  if (url?.username !== "" || url.password !== "") return objection("unreadable");
  const host = url.hostname.replace(/\.$/, "");
  if (/^[\d.]+$|^\[/.test(host) && (host !== "127.0.0.1" || isForSubdomains)) {
    return objection("address");
  }
  if (host.length > LONGEST_NAME || !/^[a-z\d-]+(\.[a-z\d-]+)*$/.test(host)) {
    return objection("unreadable");
  }
  const isLocal = host === "127.0.0.1" || /(^|\.)localhost$/.test(host);
  if (!isLocal && !host.includes(".")) return objection(isForSubdomains ? "tooWide" : "incomplete");
  const kept = isLocal ? (scheme?.toLowerCase() ?? "http") : "https";
  const port = url.port === "" ? "" : `:${url.port}`;
  return { site: `${kept}://${isForSubdomains ? "*." : ""}${host}${port}` };
}

/** Whether a frame may stand there, as browsers decide it: all pages around it have to be in the list. */
export function areAllowed(sites: readonly string[], origins: readonly string[]): boolean {
  if (sites.length === 0) return true;
  return origins.every((origin) => sites.some((site) => covers(site, origin)));
}

/** https://www.w3.org/TR/CSP3/#match-url-to-source-expression, for what `readSite` makes. */
function covers(site: string, origin: string): boolean {
  const [, scheme, subdomains, host = "", port = ""] =
    /^(https?):\/\/(\*\.)?([^:]+)(?::(\d+))?$/.exec(site) ?? [];
  const url = parse(origin);
  if (url === null || scheme === undefined) return false;
  const isScheme =
    url.protocol === `${scheme}:` || (scheme === "http" && url.protocol === "https:");
  const isHost =
    subdomains === undefined ? url.hostname === host : url.hostname.endsWith(`.${host}`);
  return isScheme && isHost && url.port === port;
}

function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

function objection(name: keyof typeof SITE_ERRORS): ReadSite {
  return { objection: SITE_ERRORS[name] };
}
