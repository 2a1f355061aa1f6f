import { isOfSite, pageAddress, pageKey } from "./address";
import type { HtmlListener } from "./htmlEvents";

const MAX_LINKS = 500;
const MAX_TRIED = 5000;
/** Files that are no pages. PDFs are links, because menus and price lists are often PDFs. */
const FILE =
  /\.(jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|css|js|mjs|json|xml|rss|atom|txt|csv|zip|gz|tgz|rar|7z|mp[34]|m4[av]|webm|mov|avi|wav|ogg|docx?|xlsx?|pptx?|od[tsp]|ics|vcf|epub|exe|dmg|apk|woff2?|ttf|eot)$/i;

/** Collects the links within the site in order, each page once. `pageUrl` is the address that the page was read at. */
export function collectLinks(pageUrl: string): HtmlListener & { finish: () => string[] } {
  const links = new Map<string, string>();
  const tried = new Set<string>();
  let base = pageUrl;

  function add(href: string | undefined) {
    if (href === undefined || href.startsWith("#") || links.size >= MAX_LINKS) return;
    if (tried.has(href) || tried.size >= MAX_TRIED) return;
    tried.add(href);
    const url = pageAddress(href, base);
    if (url === null || !isOfSite(url, pageUrl) || FILE.test(new URL(url).pathname)) return;
    const key = pageKey(url);
    if (key !== null && !links.has(key)) links.set(key, url);
  }

  return {
    onOpen(name, { href, src, rel = "" }) {
      if (name === "base" && href !== undefined) base = pageAddress(href, pageUrl) ?? pageUrl;
      // `nofollow` marks links that do something, such as putting a product in the cart.
      if ((name === "a" || name === "area") && !/\bnofollow\b/i.test(rel)) add(href);
      if (name === "frame") add(src);
    },
    finish: () => [...links.values()],
  };
}
