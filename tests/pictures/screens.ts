/** The screenshots, and what is done on each screen before. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import { PROJECT_ROOT } from "../../tools/start/project-root.ts";
import { toWebp } from "./webp.ts";

interface Screen {
  name: string;
  path: string;
  height: number;
  prepare?: (page: Page) => Promise<void>;
}

const WIDTH = 1280;

const INBOX = {
  name: "inbox",
  path: "/dashboard/inbox",
  async prepare(page: Page) {
    const entries = page.getByRole("button").filter({ hasText: "Linden Bakery" });
    await entries.filter({ hasText: "cake" }).first().click();
    await page.getByRole("article").waitFor();
  },
};
const ANALYTICS = {
  name: "analytics",
  path: "/dashboard/calls/trends",
  prepare: (page: Page) => page.getByText("in the previous 30 days").first().waitFor(),
};

const SCREENS: Screen[] = [
  {
    name: "dashboard",
    path: "/dashboard",
    height: 680,
    prepare: (page) => page.getByRole("article", { name: "Linden Bakery" }).waitFor(),
  },
  { ...INBOX, height: 800 },
  { ...ANALYTICS, height: 940 },
  {
    name: "studio",
    path: "/test-embed",
    height: 760,
    async prepare(page) {
      await page.getByRole("combobox").first().selectOption({ label: "Linden Bakery" });
      const button = page.frameLocator("iframe").getByRole("button", { name: "Start voice chat" });
      await button.waitFor();
    },
  },
  { name: "subscription", path: "/dashboard/subscription", height: 1120 },
];

interface Excerpt extends Omit<Screen, "height"> {
  /** Without its border: the landing page draws one. */
  card: (page: Page) => Locator;
  /** Where the excerpt begins. */
  from: (page: Page) => Locator;
}

/** For the landing page: parts of a phone's screen, whose letters keep their size there. */
const EXCERPTS: Excerpt[] = [
  {
    ...INBOX,
    card: (page) => page.getByRole("article"),
    from: (page) => page.getByRole("article").getByRole("heading").first(),
  },
  {
    ...ANALYTICS,
    card: (page) => page.getByRole("region", { name: "Day by day" }),
    from: (page) => page.getByRole("heading", { name: "Day by day" }),
  },
];
const PHONE = { width: 375, height: 812 };
/** Two pixels less than what the landing page reserves, for the border. */
const EXCERPT_SIZE = { width: 341, height: 398 };
const EXCERPT_SHARPNESS = 2;
const ABOVE_HEADING_PX = 14;

export async function takePictures(browser: Browser, link: string): Promise<void> {
  const desk = await signedIn(browser, link, { colorScheme: "light" });
  for (const screen of SCREENS) {
    await keep(`docs/images/${screen.name}.webp`, await pictureOf(desk, link, screen));
  }
  await desk.close();
  for (const colorScheme of ["light", "dark"] as const) {
    const phone = await signedIn(browser, link, {
      colorScheme,
      deviceScaleFactor: EXCERPT_SHARPNESS,
    });
    for (const excerpt of EXCERPTS) {
      const picture = await excerptOf(phone, link, excerpt);
      await keep(`public/pictures/${excerpt.name}-${colorScheme}.webp`, picture);
    }
    await phone.close();
  }
}

async function signedIn(
  browser: Browser,
  link: string,
  look: Pick<BrowserContextOptions, "colorScheme" | "deviceScaleFactor">,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...look,
    viewport: { width: WIDTH, height: 800 },
    locale: "en-US",
  });
  const page = await context.newPage();
  await page.goto(link);
  await page.waitForURL("**/dashboard");
  await page.close();
  return context;
}

async function pictureOf(context: BrowserContext, link: string, screen: Screen): Promise<Buffer> {
  const page = await context.newPage();
  await page.setViewportSize({ width: WIDTH, height: screen.height });
  await show(page, link, screen);
  const png = await page.screenshot({ animations: "disabled" });
  return await asWebp(page, png);
}

async function excerptOf(context: BrowserContext, link: string, excerpt: Excerpt): Promise<Buffer> {
  const page = await context.newPage();
  await page.setViewportSize(PHONE);
  await show(page, link, excerpt);
  const { x } = must(await excerpt.card(page).boundingBox(), "the card");
  const { y } = must(await excerpt.from(page).boundingBox(), "the heading");
  const clip = { x: x + 1, y: y - ABOVE_HEADING_PX, ...EXCERPT_SIZE };
  const png = await page.screenshot({ animations: "disabled", fullPage: true, clip });
  return await asWebp(page, png);
}

async function show(
  page: Page,
  link: string,
  { path: pathname, prepare }: Omit<Screen, "height">,
): Promise<void> {
  await page.goto(new URL(pathname, link).href, { waitUntil: "networkidle" });
  await prepare?.(page);
  // Without hover, and scrolled to the top, because a click may have scrolled.
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const webp = await toWebp(page.context(), png);
  await page.close();
  return webp;
}

async function keep(file: string, content: Buffer): Promise<void> {
  const target = path.join(PROJECT_ROOT, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
  console.log(`${file}  ${Math.round(content.length / 1024)} KB`);
}
