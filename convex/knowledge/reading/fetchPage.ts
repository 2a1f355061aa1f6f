import { hasContentOfExtension } from "../content";
import { decodeText } from "./charset";
import { fetchWithinSite, NO_RESPONSE, redirectedTo, type SiteRequest } from "./fetchWithinSite";

const MAX_HTML_BYTES = 2_000_000;
const MAX_PDF_BYTES = 300_000;

export type FetchFailureKind =
  | "redirectedAway"
  | "disallowed"
  | "notFound"
  | "gone"
  | "refused"
  | "notAPage"
  | "tooLong"
  | "unreachable";

/** `url` is the address after redirects. `says` is for the owner of the website. */
export type FetchedPage =
  | { kind: "page"; url: string; html: string }
  | { kind: "pdf"; url: string; bytes: Uint8Array<ArrayBuffer> }
  | { kind: FetchFailureKind; says: string };

export type PageRequest = Pick<SiteRequest, "site" | "contact" | "isAllowed">;

export async function fetchPage(url: string, request: PageRequest): Promise<FetchedPage> {
  const response = await fetchWithinSite(url, {
    ...request,
    accept: "text/html,application/xhtml+xml,application/pdf;q=0.8,*/*;q=0.1",
    maxBytes: MAX_HTML_BYTES,
  });
  switch (response.kind) {
    case "outside":
      return failure("redirectedAway", redirectedTo(response.to));
    case "disallowed":
      return failure("disallowed", "The website's robots.txt asks programs not to read this page.");
    case "tooManyRedirects":
      return failure("unreachable", "The page redirects again and again, so it never opens.");
    case "tooLong":
      return failure("tooLong", "The page is longer than 2 MB.");
    case "noResponse":
      return failure("unreachable", NO_RESPONSE);
    case "response":
      return await readResponse(response);
  }
}

async function readResponse(response: {
  url: string;
  status: number;
  headers: Headers;
  body: Blob;
}): Promise<FetchedPage> {
  const { url, status, headers, body } = response;
  const refusal = failureOfStatus(status);
  if (refusal !== null) return refusal;
  const type = headers.get("Content-Type") ?? "";
  const bytes = new Uint8Array(await body.arrayBuffer());
  if (isPdf(type, bytes)) {
    if (bytes.length > MAX_PDF_BYTES) return failure("tooLong", "The PDF is longer than 300 KB.");
    return { kind: "pdf", url, bytes };
  }
  if (type !== "" && !/^(text\/(html|plain)|application\/xhtml\+xml)\b/i.test(type)) {
    return failure("notAPage", `This is a file (${shownType(type)}), not a page with text.`);
  }
  return { kind: "page", url, html: decodeText(bytes, type) };
}

/** Some servers do not say what it is. */
function isPdf(type: string, bytes: Uint8Array): boolean {
  if (/^application\/pdf\b/i.test(type)) return true;
  return /^application\/octet-stream\b/i.test(type) && hasContentOfExtension(".pdf", bytes);
}

function failureOfStatus(status: number): FetchedPage | null {
  if (status >= 200 && status < 300) return null;
  switch (status) {
    case 404:
      return failure("notFound", "This page does not exist (404).");
    case 410:
      return failure("gone", "This page has been removed (410).");
    case 401:
      return failure("refused", "This page asks for a password (401), so only people can read it.");
    case 403:
      return failure(
        "refused",
        "The website refuses programs that read pages (403). Please allow HarkReader in its firewall or bot protection.",
      );
    case 429:
      return failure(
        "refused",
        "The website says that we read too fast (429). Please try again in an hour, or allow HarkReader in its bot protection.",
      );
    default:
      return failure(
        "unreachable",
        `The website responded with an error (${status}). Please try again later.`,
      );
  }
}

function shownType(type: string): string {
  return /^[\w.+/-]{1,60}/.exec(type)?.[0] ?? "of an unknown type";
}

function failure(kind: FetchFailureKind, says: string): FetchedPage {
  return { kind, says };
}
