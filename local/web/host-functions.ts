/**
 * What Cloudflare Pages, Netlify and Vercel run before the talk button's page: the finished one of the functions,
 * or within two seconds the one that looks up its assistant by itself. A plain rewrite would show visitors of
 * other people's websites what the host says of a server that is away, after 26 seconds on Netlify
 * (https://docs.netlify.com/routing/redirects/rewrites-proxies/).
 */
import { DRAWN_WITHIN_MS, PASSED_ON, PASSED_THERE } from "./button-proxy.ts";

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
    "_worker.js": `${answer}export default { fetch: (request) => answer(request, embedIdIn(request.url)) };\n`,
    "_routes.json": `${JSON.stringify(CLOUDFLARE_ROUTES)}\n`,
    // https://docs.netlify.com/edge-functions/declarations/
    "netlify/talk-button.js": `${answer}export default (request) => answer(request, embedIdIn(request.url));
export const config = { path: "/widget/*" };\n`,
    // https://vercel.com/docs/functions; vercel.json leads to it, with the id as its query.
    "api/talk-button.mjs": `${answer}const asked = (request) => answer(request, idIn(request.url));
export { asked as GET, asked as HEAD };
function idIn(address) {
  const { searchParams } = new URL(address);
  return searchParams.size === 1 ? searchParams.get("id") : null;
}\n`,
  };
}

function answering({ siteUrl, headers, page }: ButtonHost): string {
  const own = {
    ...headers,
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-cache",
  };
  return `const SITE_URL = ${JSON.stringify(siteUrl)};
const PASSED_THERE = ${JSON.stringify(PASSED_THERE)};
const PASSED_ON = ${JSON.stringify(PASSED_ON)};
const OWN_HEADERS = ${JSON.stringify(own)};
const OWN_PAGE = ${JSON.stringify(page)};

async function answer(request, embedId) {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD") {
    return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
  }
  const drawn = embedId === null ? null : await fetchDrawn(request, embedId).catch(() => null);
  return drawn ?? new Response(method === "HEAD" ? null : OWN_PAGE, { headers: OWN_HEADERS });
}

async function fetchDrawn({ method, headers }, embedId) {
  const asked = new Headers();
  for (const name of PASSED_THERE) {
    if (headers.has(name)) asked.set(name, headers.get(name));
  }
  const answer = await fetch(\`\${SITE_URL}/widget/\${encodeURIComponent(embedId)}\`, {
    method,
    headers: asked,
    redirect: "manual",
    signal: AbortSignal.timeout(${DRAWN_WITHIN_MS}),
  });
  if (answer.status !== 200 && answer.status !== 304) return null;
  const told = new Headers();
  for (const name of PASSED_ON) {
    if (answer.headers.has(name)) told.set(name, answer.headers.get(name));
  }
  const body = answer.status === 304 || method === "HEAD" ? null : await answer.arrayBuffer();
  return new Response(body, { status: answer.status, headers: told });
}

/** What is asked for with a query, such as testing, is the other page. */
function embedIdIn(address) {
  const { pathname, search } = new URL(address);
  const [, id] = /^\\/widget\\/([^/]+)\\/?$/.exec(pathname) ?? [];
  return search === "" && id !== undefined ? decodeURIComponent(id) : null;
}

`;
}
