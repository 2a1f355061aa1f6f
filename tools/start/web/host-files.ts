/**
 * Files for static hosts: the local server's headers and routes as Netlify and Cloudflare Pages (`_headers`,
 * `_redirects`), Vercel (`vercel.json`), nginx and Caddy read them, and the functions that serve the talk button's
 * page.
 */
import { APP_ROUTES } from "./app-routes.ts";
import { hostFunctions } from "./host-functions.ts";
import type { InlineParts } from "./inline-parts.ts";
import { securityHeaders } from "./security-headers.ts";
import type { Audience, Origins } from "./security-headers.ts";
import { serverFiles } from "./server-files.ts";

/** Origins of the servers that hold calls: Daily's. */
export const VOICE_URLS = ["https://c.daily.co", "https://*.daily.co"];
export const TURNSTILE_URL = "https://challenges.cloudflare.com";
const CACHED_FOREVER = "public, max-age=31536000, immutable";

/** What the hosts have to know about the built pages. */
export interface BuiltPages {
  /** Of the app's own pages. */
  inline: InlineParts;
  /** The talk button's fallback page. */
  button: string;
}

export function hostFiles(
  origins: Origins,
  { inline, button }: BuiltPages,
): Record<string, string> {
  const { siteUrl } = origins;
  const owners = Object.entries(headersFor("owners", origins, inline));
  const visitors = Object.entries(headersFor("visitors", origins));
  const landing = landingHeaders(origins, inline);
  return {
    _headers: [
      ...block("/*", owners),
      // Cloudflare and Netlify join the values of a header from several blocks, unless it is removed first.
      ...block("/widget/*", [...owners.map(([name]): [string, null] => [name, null]), ...visitors]),
      ...block("/talk/*", [...owners.map(([name]): [string, null] => [name, null]), ...visitors]),
      ...(landing === null
        ? []
        : block("/", [
            ...owners.map(([name]): [string, null] => [name, null]),
            ...Object.entries(landing),
          ])),
      ...block("/assets/*", [["Cache-Control", CACHED_FOREVER]]),
    ].join("\n"),
    _redirects: [
      "/widget /widget.html 200",
      "/widget/* /widget.html 200",
      // Cloudflare applies a rule even if there is a file, so there is no catch-all rule.
      // It names HTML files without their extension.
      // https://developers.cloudflare.com/pages/configuration/redirects and /serving-pages
      "/talk/* /talk 200",
      ...APP_ROUTES.flatMap((route) => [`${route} /app 200`, `${route}/* /app 200`]),
      "",
    ].join("\n"),
    "vercel.json": `${JSON.stringify(vercel({ owners, visitors, landing }), null, 2)}\n`,
    ...hostFunctions({ siteUrl, headers: securityHeaders("visitors", origins), page: button }),
    ...serverFiles({
      siteUrl,
      headers: securityHeaders("visitors", origins),
      ownersHeaders: securityHeaders("owners", origins, inline),
      landingHeaders: landing,
      assetsCaching: CACHED_FOREVER,
    }),
  };
}

/** Null if the landing page has the same headers as the owners' pages. */
function landingHeaders(origins: Origins, inline: InlineParts): Record<string, string> | null {
  return (origins.turnstileUrl ?? null) === null ? null : headersFor("landing", origins, inline);
}

function headersFor(
  audience: Audience,
  origins: Origins,
  inline?: InlineParts,
): Record<string, string> {
  return { ...securityHeaders(audience, origins, inline), "Cache-Control": "no-cache" };
}

function block(pattern: string, headers: [string, string | null][]): string[] {
  return [
    pattern,
    ...headers.map(([name, value]) => (value === null ? `  ! ${name}` : `  ${name}: ${value}`)),
    "",
  ];
}

interface VercelHeaders {
  owners: [string, string][];
  visitors: [string, string][];
  landing: Record<string, string> | null;
}

function vercel({ owners, visitors, landing }: VercelHeaders) {
  const named = (headers: [string, string][]) => headers.map(([key, value]) => ({ key, value }));
  return {
    rewrites: [
      {
        source: "/widget/:id",
        missing: [{ type: "query", key: "testing" }],
        destination: "/api/talk-button?id=:id",
      },
      { source: "/widget/:id*", destination: "/widget.html" },
      { source: "/talk/:id*", destination: "/talk.html" },
      // Files take precedence. A path without a file or a rule gets 404.html.
      // https://vercel.com/docs/routing/custom-404-pages
      ...APP_ROUTES.map((route) => ({ source: `${route}/:rest*`, destination: "/app.html" })),
      { source: "/:page(login|privacy|terms)", destination: "/:page.html" },
    ],
    headers: [
      ...(landing === null
        ? [{ source: "/((?!widget/|talk/).*)", headers: named(owners) }]
        : [
            { source: "/((?!widget/|talk/).+)", headers: named(owners) },
            { source: "/", headers: named(Object.entries(landing)) },
          ]),
      // Not for the function, which sets its own policy with the hashes of the inline script.
      {
        source: "/widget/:id*",
        has: [{ type: "query", key: "testing" }],
        headers: named(visitors),
      },
      { source: "/talk/:id*", headers: named(visitors) },
      { source: "/assets/(.*)", headers: [{ key: "Cache-Control", value: CACHED_FOREVER }] },
    ],
  };
}
