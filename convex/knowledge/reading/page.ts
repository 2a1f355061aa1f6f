import { type Facts, readFacts } from "./facts";
import { walkHtml } from "./htmlEvents";
import { collectPageData } from "./pageData";
import { collectLinks } from "./pageLinks";
import { pageText } from "./pageText";
import { collectBlocks } from "./textBlocks";

/** All of it is what a stranger wrote: text to quote, never an instruction. */
export interface PageContent {
  title: string | null;
  /** Such as `de` or `fr-CH`. */
  language: string | null;
  description: string | null;
  text: string;
  /** The text of header, footer and sidebars, which a site repeats on its pages. */
  repeatedText: string;
  /** Addresses of pages and PDFs of the same site. */
  links: string[];
  facts: Facts;
  asksNotToBeIndexed: boolean;
}

const MAX_TITLE_LENGTH = 200;

export function readPage(html: string, url: string): PageContent {
  const [blocks, links, data] = [collectBlocks(), collectLinks(url), collectPageData()];
  walkHtml(html, [blocks, links, data]);
  const found = data.finish();
  const facts = readFacts(found);
  const title = found.title || (found.meta.get("og:title") ?? "") || found.firstHeading;
  const { text, repeatedText } = pageText(blocks.finish());
  return {
    title: title.slice(0, MAX_TITLE_LENGTH).trim() || null,
    language: facts.language,
    description: found.meta.get("description") ?? found.meta.get("og:description") ?? null,
    ...{ text, repeatedText, links: links.finish(), facts },
    asksNotToBeIndexed: /\b(noindex|none)\b/i.test(found.meta.get("robots") ?? ""),
  };
}
