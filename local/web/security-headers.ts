export interface Origins {
  /** The backend's API, reached over HTTP and WebSocket, and from where stored files come. */
  backendUrl: string;
  /** The backend's HTTP actions. */
  siteUrl: string;
  /** Where calls are held and their machinery comes from, over HTTP and WebSocket. */
  voiceUrls: string[];
}

export type Audience = "owners" | "visitors";

/** Only the talk button is made to stand on other people's pages. */
export function audienceOf(pathname: string): Audience {
  return pathname.startsWith("/widget/") ? "visitors" : "owners";
}

/** What a page has within itself, as its policy names it: 'sha256-…' */
export interface Inlined {
  scripts: string[];
  styles: string[];
}

const NOTHING: Inlined = { scripts: [], styles: [] };

/** The headers of every answer to that audience. */
export function securityHeaders(
  audience: Audience,
  origins: Origins,
  inlined = NOTHING,
): Record<string, string> {
  return {
    "Content-Security-Policy": contentSecurityPolicy(audience, origins, inlined),
    "Permissions-Policy": "microphone=(self), camera=(), geolocation=(), payment=(), usb=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    ...(audience === "visitors" ? {} : { "X-Frame-Options": "DENY" }),
  };
}

function contentSecurityPolicy(audience: Audience, origins: Origins, inlined: Inlined): string {
  const { backendUrl, siteUrl, voiceUrls } = origins;
  const isWidget = audience === "visitors";
  const calls = isWidget ? voiceUrls.flatMap((url) => [url, socketOf(url)]) : [];
  return [
    "default-src 'self'",
    // A call's audio runs in worklets that the call machine makes up as it goes.
    ["script-src 'self'", ...inlined.scripts, ...(isWidget ? [...voiceUrls, "blob:"] : [])].join(
      " ",
    ),
    ["style-src 'self'", ...inlined.styles].join(" "),
    ["connect-src 'self'", backendUrl, socketOf(backendUrl), siteUrl, ...calls].join(" "),
    ...(isWidget ? ["worker-src 'self' blob:"] : []),
    `img-src 'self' data: blob: ${backendUrl}`,
    `media-src 'self' blob: ${backendUrl}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isWidget ? "*" : "'none'"}`,
  ].join("; ");
}

function socketOf(url: string): string {
  return url.replace(/^http/, "ws");
}
