/**
 * For static hosts: the same headers and addresses that the server of this machine has, in the forms
 * in which Netlify and Cloudflare Pages (`_headers`, `_redirects`) and Vercel (`vercel.json`) read them, and
 * nginx and Caddy; and what has the talk button's page come from the functions there.
 */
import { APP_ROUTES } from "./app-routes.ts";
import { hostFunctions } from "./host-functions.ts";
import type { InlineParts } from "./inline-parts.ts";
import { securityHeaders } from "./security-headers.ts";
import type { Audience, Origins } from "./security-headers.ts";
import { serverFiles } from "./server-files.ts";

/** The servers of the voice platform's calls, of which the real one has many. */
export const VOICE_URLS = ["https://c.daily.co", "https://*.daily.co"];
export const TURNSTILE_URL = "https://challenges.cloudflare.com";
const KEPT_FOR_GOOD = "public, max-age=31536000, immutable";

/** What the files of the built app hold that the hosts have to know. */
export interface BuiltPages {
  /** In the app's own pages. */
  inline: InlineParts;
  /** The talk button's that looks up by itself. */
  button: string;
}

export function hostFiles(
  origins: Origins,
  { inline, button }: BuiltPages,
): Record<string, string> {
  const { siteUrl } = origins;
  const owners = Object.entries(headersFor("owners", origins, inline));
  const visitors = Object.entries(headersFor("visitors", origins));
  return {
    _headers: [
      ...block("/*", owners),
      // Cloudflare and Netlify join what several blocks say of one header, unless it is taken back.
      ...block("/widget/*", [...owners.map(([name]): [string, null] => [name, null]), ...visitors]),
      ...block("/assets/*", [["Cache-Control", KEPT_FOR_GOOD]]),
    ].join("\n"),
    _redirects: [
      "/widget /widget.html 200",
      "/widget/* /widget.html 200",
      // Cloudflare follows a rule for an address that has a file too, so there is none for all of them;
      // and it knows an HTML file by its name without the ending.
      // https://developers.cloudflare.com/pages/configuration/redirects and /serving-pages
      ...APP_ROUTES.flatMap((route) => [`${route} /app 200`, `${route}/* /app 200`]),
      "",
    ].join("\n"),
    "vercel.json": `${JSON.stringify(vercel(owners, visitors), null, 2)}\n`,
    ...hostFunctions({ siteUrl, headers: securityHeaders("visitors", origins), page: button }),
    ...serverFiles({
      siteUrl,
      headers: securityHeaders("visitors", origins),
      ownersHeaders: securityHeaders("owners", origins, inline),
      assetsCaching: KEPT_FOR_GOOD,
    }),
  };
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

function vercel(owners: [string, string][], visitors: [string, string][]) {
  const named = (headers: [string, string][]) => headers.map(([key, value]) => ({ key, value }));
  return {
    rewrites: [
      {
        source: "/widget/:id",
        missing: [{ type: "query", key: "testing" }],
        destination: "/api/talk-button?id=:id",
      },
      { source: "/widget/:id*", destination: "/widget.html" },
      // A file goes before all of these; what has none and is not named gets 404.html.
      // https://vercel.com/docs/routing/custom-404-pages
      ...APP_ROUTES.map((route) => ({ source: `${route}/:rest*`, destination: "/app.html" })),
      { source: "/:page(login|privacy|terms)", destination: "/:page.html" },
    ],
    headers: [
      { source: "/((?!widget/).*)", headers: named(owners) },
      // The function sets its own, with what allows the script within the page.
      {
        source: "/widget/:id*",
        has: [{ type: "query", key: "testing" }],
        headers: named(visitors),
      },
      { source: "/assets/(.*)", headers: [{ key: "Cache-Control", value: KEPT_FOR_GOOD }] },
    ],
  };
}
