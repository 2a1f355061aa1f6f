import { isOfSite, pageAddress } from "./address";
import { walkHtml } from "./htmlEvents";

/** https://www.sitemaps.org/protocol.html */
export interface Sitemap {
  pages: string[];
  /** Further sitemaps. Compressed ones are left out. */
  sitemaps: string[];
}

const MAX_PAGES = 2000;
const MAX_SITEMAPS = 20;
/** An entry has a `url`, a `loc` and about two more elements. */
const MAX_ELEMENTS = 20_000;
const MAX_ADDRESS_LENGTH = 1000;

/** Reads what it can of broken XML. Entities that a document defines are left as they are. */
export function readSitemap(xml: string, site: string): Sitemap {
  const found: Sitemap = { pages: [], sitemaps: [] };
  const open: string[] = [];
  let address = "";

  function add() {
    const isSitemap = open.includes("sitemap");
    const url = pageAddress(address);
    address = "";
    if (url === null || !isOfSite(url, site)) return;
    if (isSitemap) {
      if (isReadable(url) && found.sitemaps.length < MAX_SITEMAPS) found.sitemaps.push(url);
    } else if (found.pages.length < MAX_PAGES) found.pages.push(url);
  }

  const listener = {
    onOpen(name: string) {
      // A `loc` that was not closed ends where the next element begins.
      if (open.at(-1) === "loc") add();
      open.push(name.toLowerCase());
    },
    onText(text: string) {
      if (open.at(-1) === "loc" && address.length < MAX_ADDRESS_LENGTH) address += text;
    },
    onClose() {
      if (open.at(-1) === "loc") add();
      open.pop();
    },
  };
  walkHtml(xml, [listener], { isXml: true, maxElements: MAX_ELEMENTS });
  return found;
}

export function isReadable(sitemap: string): boolean {
  return !new URL(sitemap).pathname.endsWith(".gz");
}
