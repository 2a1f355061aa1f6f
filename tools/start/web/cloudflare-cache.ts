/**
 * Cloudflare Pages runs its function for every request, so the function caches the page itself, with the Cache API
 * (https://developers.cloudflare.com/workers/runtime-apis/cache/), which does not support stale-while-revalidate. A
 * page is stored until it is too old to be shown, with the time from which it must be refreshed. This code is appended
 * to the code that all hosts share, and uses its functions.
 */
export const CLOUDFLARE_CACHE = String.raw`
const REFRESH_AT = "Hark-Refresh-At";

export default {
  async fetch(request, _environment, context) {
    const embedId = embedIdIn(request.url);
    if (embedId === null || !["GET", "HEAD"].includes(request.method)) return answer(request, embedId);
    // The URL alone is the cache key, no header of the visitor.
    const address = request.url;
    const stored = await caches.default.match(address).catch(() => undefined);
    if (stored !== undefined && Date.now() > Number(stored.headers.get(REFRESH_AT))) {
      context.waitUntil(fetchPage(embedId).then((page) => store(address, page)));
    }
    if (stored !== undefined) return unlessKnown(request, stored);
    const page = await fetchPage(embedId).catch(() => null);
    if (page === null) return ownPage(request.method);
    context.waitUntil(store(address, page.clone()));
    return unlessKnown(request, page);
  },
};

async function store(address, page) {
  const caching = page?.headers.get("Cache-Control") ?? "";
  const freshSeconds = secondsOf("s-maxage", caching);
  if (freshSeconds === 0) return;
  const storedSeconds = freshSeconds + secondsOf("stale-while-revalidate", caching);
  page.headers.set(REFRESH_AT, String(Date.now() + freshSeconds * 1000));
  page.headers.set("Cache-Control", caching.replace(/s-maxage=\d+/, "s-maxage=" + storedSeconds));
  await caches.default.put(address, page);
}

function secondsOf(directive, caching) {
  return Number(new RegExp(directive + "=(\\d+)").exec(caching)?.[1] ?? 0);
}

/** The cache never holds a 304. The function sends one itself if the visitor has this version. */
function unlessKnown({ method, headers }, stored) {
  const page = pageFor(method, stored);
  page.headers.delete(REFRESH_AT);
  // Compression on the way turns the ETag into a weak one.
  const [known, own] = [headers.get("If-None-Match"), page.headers.get("ETag")].map((tag) => tag?.replace(/^W\//, ""));
  const isKnown = known !== undefined && known === own;
  return isKnown ? new Response(null, { status: 304, headers: page.headers }) : page;
}
`;
