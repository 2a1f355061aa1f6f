/** The functions that serve the talk button's page on Cloudflare Pages, Netlify and Vercel: the page that our functions
 * render or, after two seconds, the fallback page. A plain rewrite would show visitors of other people's websites the
 * host's error page, after 26 seconds on Netlify
 * (https://docs.netlify.com/routing/redirects/rewrites-proxies/).
 * The page is the same for every visitor, so the host's cache keeps it for as long as our functions' `Cache-Control`
 * allows. docs/hosting.md says what each host does.
 */
import { CLOUDFLARE_CACHE } from "./cloudflare-cache.ts";
import { WIDGET_PAGE_TIMEOUT_MS, FORWARDED_HEADERS } from "./widget-page-proxy.ts";

export interface ButtonHost {
  /** Base URL of our functions' HTTP routes. */
  siteUrl: string;
  /** Headers of the fallback page. */
  headers: Record<string, string>;
  page: string;
}

const CLOUDFLARE_ROUTES = { version: 1, include: ["/widget/*"], exclude: [] };

/** Returns files by their path in the built app. */
export function hostFunctions(host: ButtonHost): Record<string, string> {
  const answer = answerFunction(host);
  return {
    // https://developers.cloudflare.com/pages/functions/advanced-mode/
    "_worker.js": `${answer}${CLOUDFLARE_CACHE}`,
    "_routes.json": `${JSON.stringify(CLOUDFLARE_ROUTES)}\n`,
    // https://docs.netlify.com/build/edge-functions/declarations/ and /optional-configuration/#response-caching
    "netlify/talk-button.js": `${answer}
export default (request) => answer(request, embedIdIn(request.url), "Netlify-CDN-Cache-Control");
export const config = { path: "/widget/*", cache: "manual" };
`,
    // https://vercel.com/docs/functions; vercel.json leads to it, with the id as its query.
    "api/talk-button.mjs": `${answer}
const asked = (request) => answer(request, idIn(request.url), "Vercel-CDN-Cache-Control");
export { asked as GET, asked as HEAD };
function idIn(address) {
  const { searchParams } = new URL(address);
  return searchParams.size === 1 ? searchParams.get("id") : null;
}
`,
  };
}

function answerFunction({ siteUrl, headers, page }: ButtonHost): string {
  const own = {
    ...headers,
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-cache",
  };
  return `const SITE_URL = ${JSON.stringify(siteUrl)};
const PASSED_ON = ${JSON.stringify(FORWARDED_HEADERS)};
const OWN_HEADERS = ${JSON.stringify(own)};
const OWN_PAGE = ${JSON.stringify(page)};

async function answer({ method }, embedId, cdnHeader) {
  if (method !== "GET" && method !== "HEAD") {
    return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
  }
  const page = embedId === null ? null : await fetchPage(embedId).catch(() => null);
  return page === null ? ownPage(method) : pageFor(method, page, cdnHeader);
}

/** The fallback page, which looks up its assistant itself. No cache may keep it. */
function ownPage(method) {
  return new Response(method === "HEAD" ? null : OWN_PAGE, { headers: OWN_HEADERS });
}

/** Fetches the whole page. It forwards no header, so no visitor's 304 or cookie can get into a cache. */
async function fetchPage(embedId) {
  const answer = await fetch(\`\${SITE_URL}/widget/\${encodeURIComponent(embedId)}\`, {
    redirect: "manual",
    signal: AbortSignal.timeout(${WIDGET_PAGE_TIMEOUT_MS}),
  });
  if (answer.status !== 200) return null;
  const headers = new Headers();
  for (const name of PASSED_ON) {
    if (answer.headers.has(name)) headers.set(name, answer.headers.get(name));
  }
  return new Response(await answer.arrayBuffer(), { headers });
}

/** The host's cache gets the whole Cache-Control in cdnHeader; browsers get only their part. */
function pageFor(method, page, cdnHeader) {
  const headers = new Headers(page.headers);
  const caching = headers.get("Cache-Control") ?? "no-cache";
  const parts = caching.split(/ *, */).filter((part) => !part.startsWith("s-maxage="));
  headers.set("Cache-Control", parts.join(", "));
  if (cdnHeader !== undefined) headers.set(cdnHeader, caching);
  return new Response(method === "HEAD" ? null : page.body, { headers });
}

/** Null if it is not valid UTF-8. */
function decoded(id) {
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
}

/** Null for a request with a query string, such as testing: it gets the fallback page. */
function embedIdIn(address) {
  const { pathname, search } = new URL(address);
  const [, id] = /^\\/widget\\/([^/]+)\\/?$/.exec(pathname) ?? [];
  return search === "" && id !== undefined ? decoded(id) : null;
}
`;
}
