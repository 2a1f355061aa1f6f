export interface Origins {
  /** The backend's API, reached over HTTP and WebSocket, and from where stored files come. */
  backendUrl: string;
  /** The backend's HTTP actions. */
  siteUrl: string;
}

/** The headers of every answer; `pathname` decides who may frame the page. */
export function securityHeaders(pathname: string, origins: Origins): Record<string, string> {
  // Only the talk button is made to stand on other people's pages.
  const isWidget = pathname.startsWith("/widget/");
  return {
    "Content-Security-Policy": contentSecurityPolicy(isWidget, origins),
    "Permissions-Policy": "microphone=(self), camera=(), geolocation=(), payment=(), usb=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    ...(isWidget ? {} : { "X-Frame-Options": "DENY" }),
  };
}

function contentSecurityPolicy(isWidget: boolean, { backendUrl, siteUrl }: Origins): string {
  const sockets = backendUrl.replace(/^http/, "ws");
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${backendUrl} ${sockets} ${siteUrl}`,
    `img-src 'self' data: blob: ${backendUrl}`,
    `media-src 'self' blob: ${backendUrl}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isWidget ? "*" : "'none'"}`,
  ].join("; ");
}
