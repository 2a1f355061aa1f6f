import { NONE_INLINE } from "./inline-parts.ts";
import type { InlineParts } from "./inline-parts.ts";

export interface Origins {
  /** The backend's API, reached over HTTP and WebSocket, and from where stored files come. */
  backendUrl: string;
  /** The backend's HTTP actions. */
  siteUrl: string;
  /** Where calls are held and their machinery comes from, over HTTP and WebSocket. */
  voiceUrls: string[];
  /** Where Turnstile's script and its frame come from, when the operator has set its keys. */
  turnstileUrl?: string | null;
}

export type Audience = "owners" | "visitors";

/** Only the talk button is made to stand on other people's pages. */
export function audienceOf(pathname: string): Audience {
  return pathname.startsWith("/widget/") ? "visitors" : "owners";
}

/** The headers of every answer to that audience. */
export function securityHeaders(
  audience: Audience,
  origins: Origins,
  inline = NONE_INLINE,
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
  const isWidget = audience === "visitors";
  // As Cloudflare asks for: developers.cloudflare.com/turnstile/reference/content-security-policy.
  const turnstile = isWidget && turnstileUrl !== null ? [turnstileUrl] : [];
  const calls = isWidget ? voiceUrls.flatMap((url) => [url, socketOf(url)]) : [];
  return [
    "default-src 'self'",
    // A call's audio runs in worklets that the call machine makes up as it goes.
    [
      "script-src 'self'",
      ...inline.scripts,
      ...(isWidget ? [...voiceUrls, "blob:"] : []),
      ...turnstile,
    ].join(" "),
    ["style-src 'self'", ...inline.styles].join(" "),
    ["connect-src 'self'", backendUrl, socketOf(backendUrl), siteUrl, ...calls].join(" "),
    ...(isWidget ? ["worker-src 'self' blob:"] : []),
    `img-src 'self' data: blob: ${backendUrl}`,
    `media-src 'self' blob: ${siteUrl}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isWidget ? "*" : "'none'"}`,
    ...turnstile.map((url) => `frame-src ${url}`),
  ].join("; ");
}

function socketOf(url: string): string {
  return url.replace(/^http/, "ws");
}
