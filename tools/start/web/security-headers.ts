import { NO_INLINE_PARTS } from "./inline-parts.ts";
import type { InlineParts } from "./inline-parts.ts";

export interface Origins {
  /** The backend's API over HTTP and WebSocket, and stored files. */
  backendUrl: string;
  /** The backend's HTTP actions. */
  siteUrl: string;
  /** Servers that hold calls and serve the call machine, over HTTP and WebSocket. */
  voiceUrls: string[];
  /** Origin of Turnstile's script and frame, if the operator has set its keys. */
  turnstileUrl?: string | null;
}

/** The landing page differs from the owners' pages only if Turnstile is set up, for trials of a website. */
export type Audience = "landing" | "owners" | "visitors";

/** Only the talk button and the talk page may be embedded in other people's pages. */
export function audienceOf(pathname: string): Audience {
  if (pathname === "/") return "landing";
  return /^\/(widget|talk)\//.test(pathname) ? "visitors" : "owners";
}

/** The headers of every response to that audience. */
export function securityHeaders(
  audience: Audience,
  origins: Origins,
  inline = NO_INLINE_PARTS,
): Record<string, string> {
  return {
    "Content-Security-Policy": contentSecurityPolicy(audience, origins, inline),
    "Permissions-Policy": "microphone=(self), camera=(), geolocation=(), payment=(), usb=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    ...(audience === "visitors" ? {} : { "X-Frame-Options": "DENY" }),
  };
}

function contentSecurityPolicy(audience: Audience, origins: Origins, inline: InlineParts): string {
  const { backendUrl, siteUrl, voiceUrls, turnstileUrl = null } = origins;
  const isVisitors = audience === "visitors";
  // As Cloudflare requires: developers.cloudflare.com/turnstile/reference/content-security-policy.
  const turnstile = audience !== "owners" && turnstileUrl !== null ? [turnstileUrl] : [];
  const calls = isVisitors ? voiceUrls.flatMap((url) => [url, socketOf(url)]) : [];
  return [
    "default-src 'self'",
    // A call's audio runs in worklets that the call machine creates at run time.
    [
      "script-src 'self'",
      ...inline.scripts,
      ...(isVisitors ? [...voiceUrls, "blob:"] : []),
      ...turnstile,
    ].join(" "),
    ["style-src 'self'", ...inline.styles].join(" "),
    ["connect-src 'self'", backendUrl, socketOf(backendUrl), siteUrl, ...calls].join(" "),
    ...(isVisitors ? ["worker-src 'self' blob:"] : []),
    `img-src 'self' data: blob: ${backendUrl}`,
    `media-src 'self' blob: ${siteUrl}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isVisitors ? "*" : "'none'"}`,
    ...turnstile.map((url) => `frame-src 'self' ${url}`),
  ].join("; ");
}

function socketOf(url: string): string {
  return url.replace(/^http/, "ws");
}
