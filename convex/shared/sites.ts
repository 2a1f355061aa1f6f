/**
 * The websites that may show a talk button. We store each as a host-source of
 * https://www.w3.org/TR/CSP3/#grammardef-host-source with its scheme and without a path. An asterisk stands for
 * subdomains but not for the domain itself, hosts have letters, digits and hyphens, and the only IP address that browsers
 * match is 127.0.0.1.
 */
export const MAX_ALLOWED_SITES = 20;
const MAX_NAME_LENGTH = 253;

export const SITE_ERRORS = {
  empty: "Please enter a site, such as www.example.com.",
  every: "To allow every site, leave the list empty.",
  asterisk: "Use an asterisk only at the beginning, for all subdomains, such as *.example.com.",
  tooWide: "Please name a domain after the asterisk, such as *.example.com.",
  scheme: "A site can only start with https://.",
  incomplete: "Please enter the full name of the site, such as www.example.com.",
  address: "IP addresses are not supported. Please enter the site's name.",
  unreadable: "This is not a valid site. Please enter one such as www.example.com.",
  known: "This site is in the list already.",
  tooMany: `You can add at most ${MAX_ALLOWED_SITES} sites.`,
} as const;

export type ReadSite = { site: string } | { objection: string };

/** Removes the path, writes names as browsers do, and uses https for everything but this machine. */
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
  if (host.length > MAX_NAME_LENGTH || !/^[a-z\d-]+(\.[a-z\d-]+)*$/.test(host)) {
    return objection("unreadable");
  }
  const isLocal = host === "127.0.0.1" || /(^|\.)localhost$/.test(host);
  if (!isLocal && !host.includes(".")) return objection(isForSubdomains ? "tooWide" : "incomplete");
  const kept = isLocal ? (scheme?.toLowerCase() ?? "http") : "https";
  const port = url.port === "" ? "" : `:${url.port}`;
  return { site: `${kept}://${isForSubdomains ? "*." : ""}${host}${port}` };
}

/** Whether a frame may be shown, by the rule of browsers: all pages around it must be in the list. */
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
