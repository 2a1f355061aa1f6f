/** Reads a few pages of a website while a visitor waits. */
import type { Infer } from "convex/values";
import { type Discovery, discoverNext, openSite, readNext } from "../knowledge/reading/discover";
import { type Facts, factsAsText } from "../knowledge/reading/facts";
import type { PageContent } from "../knowledge/reading/page";
import { MAX_TRIAL_PAGES } from "../shared/siteTrials";
import { beginningOf } from "../shared/wellFormed";
import type { trialSite } from "./table";

export type TrialSite = Infer<typeof trialSite>;
type TrialPage = TrialSite["pages"][number];

export interface Progress {
  read: number;
  of: number;
}

export type SiteReading =
  { kind: "site"; site: TrialSite; facts: Facts } | { kind: "problem"; says: string };

/** No request is begun later than this. A slow page can take ten seconds more. */
const READING_MS = 9_000;
/** Characters of all pages together. A model reads them again for each answer. */
const MAX_LENGTH = 40_000;
/** Enough pages to choose from. */
const MAX_LISTED = 50;
const MAX_NAME_LENGTH = 80;
/** Pages that say little about a business are read last. */
const SAYS_LITTLE =
  /privac|datenschutz|impressum|imprint|legal|terms|\bagb\b|cookie|login|sign-?in|account|cart|basket|warenkorb|checkout|search|\btag\b|author|archive|newsletter/i;
/** Parts of titles that name no business. */
const NO_NAME = /^(home|homepage|start|startseite|welcome|willkommen|accueil|inicio|index)$/i;

const EMPTY =
  "There is no text on this website's first page. Perhaps a script writes it in the browser.";

/** Yields before each page. Waits between two requests for as long as robots.txt asks for. */
export async function* readSite(
  start: string,
  contact: string,
): AsyncGenerator<Progress, SiteReading, undefined> {
  const endMs = Date.now() + READING_MS;
  yield { read: 0, of: 1 };
  const opened = await openSite(start, MAX_LISTED, contact);
  if (opened.kind === "problem") return opened;
  const { first, waitMs } = opened;
  let { discovery } = opened;
  const pages = [pageOf(discovery.start, first, first.repeatedText)];
  if (discovery.found.length < MAX_TRIAL_PAGES && (await hasWaited(waitMs, endMs))) {
    // The sitemap.
    ({ discovery } = await discoverNext(discovery, contact));
  }
  const others = pagesToRead(discovery);
  for (const url of others) {
    yield { read: pages.length, of: 1 + others.length };
    if (!(await hasWaited(waitMs, endMs))) break;
    const reading = await readNext(url, discovery, contact);
    if (reading.kind === "page") pages.push(pageOf(url, reading.page));
  }
  const kept = withinLength(pages);
  if (kept.length === 0) return { kind: "problem", says: EMPTY };
  const name = nameOf(discovery.start, first);
  const site = { start: discovery.start, name, language: first.language, pages: kept };
  return { kind: "site", site, facts: first.facts };
}

/** In the order of the first page's links, or of the sitemap. */
function pagesToRead({ found }: Discovery): string[] {
  const [, ...others] = found.map(({ url }) => url);
  const pages = others.filter((url) => !/\.pdf$/i.test(new URL(url).pathname));
  const saysLittle = (url: string) => SAYS_LITTLE.test(new URL(url).pathname);
  return [
    ...pages.filter((url) => !saysLittle(url)),
    ...pages.filter((url) => saysLittle(url)),
  ].slice(0, MAX_TRIAL_PAGES - 1);
}

function pageOf(url: string, { title, text, facts }: PageContent, repeatedText = ""): TrialPage {
  const parts = [factsAsText(facts), text, repeatedText].filter((part) => part !== "");
  return { url, title, text: parts.join("\n\n") };
}

function withinLength(pages: TrialPage[]): TrialPage[] {
  let left = MAX_LENGTH;
  return pages.flatMap((page) => {
    const text = beginningOf(page.text, left);
    left -= text.length;
    return text === "" ? [] : [{ ...page, text }];
  });
}

/** What the business calls itself: by its data, or by the page's title, such as "Home | Linden Bakery". */
function nameOf(start: string, { facts, title }: PageContent): string {
  const parts = (title ?? "").split(/\s+[|–—·-]\s+/).filter((part) => !NO_NAME.test(part.trim()));
  const name = facts.name ?? parts[0]?.trim() ?? "";
  return beginningOf(name, MAX_NAME_LENGTH) || new URL(start).host.replace(/^www\./, "");
}

/** False if the next request would begin too late. */
async function hasWaited(ms: number, endMs: number): Promise<boolean> {
  if (Date.now() + ms > endMs) return false;
  await new Promise((resolve) => setTimeout(resolve, ms));
  return true;
}
