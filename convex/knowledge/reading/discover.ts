import { pageAddress, pageKey } from "./address";
import { decodeText } from "./charset";
import { fetchPage, type FetchedPage } from "./fetchPage";
import { fetchWithinSite } from "./fetchWithinSite";
import { type PageContent, readPage } from "./page";
import { fetchRobots, readRobots, type RobotsFile } from "./robots";
import { isReadable, readSitemap } from "./sitemap";

/**
 * Finds the pages of a website, one request a step, so that a job can stop after any step and go on later. The state is
 * plain JSON. Order: robots.txt, the start page, sitemaps, and without a sitemap the links of the pages found.
 */
export interface Discovery {
  start: string;
  maximum: number;
  robots: RobotsFile | null;
  /** Sitemaps to read; null until the start page was read. */
  sitemaps: string[] | null;
  sitemapsRead: number;
  hasSitemap: boolean;
  found: FoundPage[];
  /** How many of the found pages were fetched for their links. */
  visited: number;
  /** Why the site cannot be read, for its owner. */
  problem: string | null;
  isFinished: boolean;
}

export interface FoundPage {
  url: string;
  /** Known if the page was fetched. */
  title: string | null;
  foundIn: "start" | "link" | "sitemap";
  /** How many links away from the start page. */
  depth: number;
}

export interface DiscoveryStep {
  discovery: Discovery;
  /** How long to wait before the next request. */
  waitMs: number;
  /** The page that the step has read. Null if it has read something else. */
  reading: PageReading | null;
}

export type PageReading =
  { kind: "page"; url: string; page: PageContent } | Exclude<FetchedPage, { kind: "page" }>;

const MAX_PAGES = 500;
const MAX_DEPTH = 3;
const MAX_SITEMAPS = 20;
const MAX_SITEMAP_BYTES = 1_000_000;

export function beginDiscovery(start: string, maximum: number): Discovery {
  const url = pageAddress(start) ?? start;
  return {
    start: url,
    maximum: Math.min(maximum, MAX_PAGES),
    ...{ robots: null, sitemaps: null, sitemapsRead: 0, hasSitemap: false },
    found: [{ url, title: null, foundIn: "start", depth: 0 }],
    ...{ visited: 0, problem: null, isFinished: false },
  };
}

/** One request. `contact` is the address that the website's operator finds in the log. */
export async function discoverNext(state: Discovery, contact: string): Promise<DiscoveryStep> {
  const discovery: Discovery = { ...state, found: state.found.map((page) => ({ ...page })) };
  let reading: PageReading | null = null;
  if (discovery.robots === null) await readRobotsFirst(discovery, contact);
  else if (discovery.visited === 0) reading = await visitNext(discovery, contact);
  else if (discovery.sitemaps !== null && discovery.sitemaps.length > 0) {
    await readNextSitemap(discovery, contact);
  } else reading = await visitNext(discovery, contact);

  discovery.isFinished = discovery.problem !== null || !hasMore(discovery);
  return { discovery, waitMs: robotsOf(discovery)?.delayMs ?? 0, reading };
}

export type OpenedSite =
  | { kind: "opened"; discovery: Discovery; first: PageContent; waitMs: number }
  | { kind: "problem"; says: string };

const NO_PAGE = "This is a file, not a website. Please enter the address of your first page.";

/** Reads robots.txt and the first page, with the pause between them. */
export async function openSite(
  start: string,
  maximum: number,
  contact: string,
): Promise<OpenedSite> {
  let discovery = beginDiscovery(start, maximum);
  for (;;) {
    const step = await discoverNext(discovery, contact);
    ({ discovery } = step);
    const { waitMs, reading } = step;
    if (discovery.problem !== null) return { kind: "problem", says: discovery.problem };
    if (reading?.kind === "page") return { kind: "opened", discovery, first: reading.page, waitMs };
    if (reading !== null) return { kind: "problem", says: NO_PAGE };
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Reads one page, if robots.txt allows it. */
export async function readNext(
  url: string,
  { start, robots }: Pick<Discovery, "start" | "robots">,
  contact: string,
): Promise<PageReading> {
  const isAllowed = robots === null ? undefined : readRobots(robots).isAllowed;
  const fetched = await fetchPage(url, {
    ...{ site: start, contact },
    ...(isAllowed !== undefined && { isAllowed }),
  });
  if (fetched.kind !== "page") return fetched;
  return { kind: "page", url: fetched.url, page: readPage(fetched.html, fetched.url) };
}

async function readRobotsFirst(discovery: Discovery, contact: string): Promise<void> {
  const { start } = discovery;
  const robots = await fetchRobots(start, { site: start, contact });
  if (robots.kind === "nothingAllowed") {
    // Old websites have no https. This is tried once, because the next address begins with http.
    if (robots.hasNoResponse && start.startsWith("https:")) {
      discovery.start = start.replace(/^https/, "http");
      discovery.found = beginDiscovery(discovery.start, discovery.maximum).found;
      return;
    }
    discovery.problem = robots.says;
  }
  discovery.robots = robots;
}

async function visitNext(discovery: Discovery, contact: string): Promise<PageReading | null> {
  const page = discovery.found[discovery.visited];
  if (page === undefined) return null;
  discovery.visited++;
  // A PDF has no links that we read.
  if (page.foundIn !== "start" && /\.pdf$/i.test(new URL(page.url).pathname)) return null;
  const reading = await readNext(page.url, discovery, contact);
  if (page.foundIn === "start") {
    if (reading.kind !== "page" && reading.kind !== "pdf") discovery.problem = reading.says;
    const sitemaps = robotsOf(discovery)?.sitemaps.filter(isReadable) ?? [];
    const usual = new URL("/sitemap.xml", discovery.start).href;
    discovery.sitemaps = sitemaps.length > 0 ? sitemaps : [usual];
  }
  if (reading.kind !== "page") return reading;
  page.title = reading.page.title;
  addPages(discovery, reading.page.links, "link", page.depth + 1);
  return reading;
}

async function readNextSitemap(discovery: Discovery, contact: string): Promise<void> {
  const [url = "", ...others] = discovery.sitemaps ?? [];
  discovery.sitemaps = others;
  discovery.sitemapsRead++;
  const isAllowed = robotsOf(discovery)?.isAllowed ?? (() => true);
  const response = await fetchWithinSite(url, {
    ...{ site: discovery.start, contact, isAllowed },
    ...{ accept: "application/xml,text/xml,*/*;q=0.1", maxBytes: MAX_SITEMAP_BYTES },
  });
  if (response.kind !== "response" || response.status !== 200) return;
  const type = response.headers.get("Content-Type") ?? "";
  const xml = decodeText(new Uint8Array(await response.body.arrayBuffer()), type);
  const { pages, sitemaps } = readSitemap(xml, discovery.start);
  const left = MAX_SITEMAPS - discovery.sitemapsRead - others.length;
  discovery.sitemaps.push(...sitemaps.slice(0, Math.max(0, left)));
  discovery.hasSitemap ||= pages.length > 0;
  addPages(discovery, pages, "sitemap", 1);
}

function addPages(
  discovery: Discovery,
  urls: readonly string[],
  foundIn: FoundPage["foundIn"],
  depth: number,
): void {
  const robots = robotsOf(discovery);
  const known = new Set(discovery.found.map(({ url }) => pageKey(url)));
  for (const url of urls) {
    const key = pageKey(url);
    if (discovery.found.length >= discovery.maximum) return;
    if (known.has(key) || robots?.isAllowed(url) === false) continue;
    known.add(key);
    discovery.found.push({ url, title: null, foundIn, depth });
  }
}

/** A sitemap says which pages there are, so only a site without one is searched link by link. */
function hasMore({ found, maximum, visited, sitemaps, hasSitemap }: Discovery): boolean {
  if (visited === 0) return true;
  if (found.length >= maximum) return false;
  if (sitemaps !== null && sitemaps.length > 0) return true;
  return !hasSitemap && (found[visited]?.depth ?? MAX_DEPTH) < MAX_DEPTH;
}

function robotsOf({ robots }: Discovery) {
  return robots === null ? null : readRobots(robots);
}
