/**
 * What Cloudflare Pages, Netlify and Vercel run before the talk button's page: the finished one of the functions,
 * or within two seconds the one that looks up its assistant by itself. A plain rewrite would show visitors of
 * other people's websites what the host says of a server that is away, after 26 seconds on Netlify
 * (https://docs.netlify.com/routing/redirects/rewrites-proxies/).
 *
 * The finished page is the same for every visitor, and the host's cache keeps it for as long as the functions'
 * `Cache-Control` says. docs/hosting.md says what each host does.
 */
import { CLOUDFLARE_CACHE } from "./cloudflare-cache.ts";
import { DRAWN_WITHIN_MS, PASSED_ON } from "./button-proxy.ts";

export interface ButtonHost {
  /** The functions' address. */
  siteUrl: string;
  /** Of the page that looks up by itself. */
  headers: Record<string, string>;
  page: string;
}

const CLOUDFLARE_ROUTES = { version: 1, include: ["/widget/*"], exclude: [] };

/** By the file's name below the built app. */
export function hostFunctions(host: ButtonHost): Record<string, string> {
  const answer = answering(host);
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

function answering({ siteUrl, headers, page }: ButtonHost): string {
  const own = {
    ...headers,
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-cache",
  };
  return `const SITE_URL = ${JSON.stringify(siteUrl)};
const PASSED_ON = ${JSON.stringify(PASSED_ON)};
const OWN_HEADERS = ${JSON.stringify(own)};
const OWN_PAGE = ${JSON.stringify(page)};

async function answer({ method }, embedId, cdnHeader) {
  if (method !== "GET" && method !== "HEAD") {
    return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
  }
  const page = embedId === null ? null : await fetchPage(embedId).catch(() => null);
  return page === null ? ownPage(method) : pageFor(method, page, cdnHeader);
}

/** The one that looks up its assistant by itself. No cache may keep it. */
function ownPage(method) {
  return new Response(method === "HEAD" ? null : OWN_PAGE, { headers: OWN_HEADERS });
}

/** The functions' page, whole: the request passes no header, so no visitor's 304 or cookie can get into a cache. */
async function fetchPage(embedId) {
  const answer = await fetch(\`\${SITE_URL}/widget/\${encodeURIComponent(embedId)}\`, {
    redirect: "manual",
    signal: AbortSignal.timeout(${DRAWN_WITHIN_MS}),
  });
  if (answer.status !== 200) return null;
  const headers = new Headers();
  for (const name of PASSED_ON) {
    if (answer.headers.has(name)) headers.set(name, answer.headers.get(name));
  }
  return new Response(await answer.arrayBuffer(), { headers });
}

/** The host's cache reads the functions' whole Cache-Control in cdnHeader; browsers get the part for browsers. */
function pageFor(method, page, cdnHeader) {
  const headers = new Headers(page.headers);
  const caching = headers.get("Cache-Control") ?? "no-cache";
  const parts = caching.split(/ *, */).filter((part) => !part.startsWith("s-maxage="));
  headers.set("Cache-Control", parts.join(", "));
  if (cdnHeader !== undefined) headers.set(cdnHeader, caching);
  return new Response(method === "HEAD" ? null : page.body, { headers });
}

/** Null for what is no text: nobody has such an id. */
function decoded(id) {
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
}

/** What is asked for with a query, such as testing, is the other page. */
function embedIdIn(address) {
  const { pathname, search } = new URL(address);
  const [, id] = /^\\/widget\\/([^/]+)\\/?$/.exec(pathname) ?? [];
  return search === "" && id !== undefined ? decoded(id) : null;
}
`;
}
