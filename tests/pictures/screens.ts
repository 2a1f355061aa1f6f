/** The screenshots, and what is done on each screen before. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { PROJECT_ROOT } from "../../tools/start/project-root.ts";
import { toWebp } from "./webp.ts";

type Theme = "light" | "dark";

interface Screen {
  name: string;
  path: string;
  height: number;
  prepare?: (page: Page) => Promise<void>;
  /** Also shown on the landing page, in light and dark mode. */
  isOnLandingPage?: true;
}

const WIDTH = 1280;

const SCREENS: Screen[] = [
  {
    name: "dashboard",
    path: "/dashboard",
    height: 680,
    prepare: (page) => page.getByRole("article", { name: "Linden Bakery" }).waitFor(),
  },
  {
    name: "inbox",
    path: "/dashboard/inbox",
    height: 800,
    isOnLandingPage: true,
    async prepare(page) {
      const entries = page.getByRole("button").filter({ hasText: "Linden Bakery" });
      await entries.filter({ hasText: "cake" }).first().click();
      await page.getByRole("article").waitFor();
    },
  },
  {
    name: "analytics",
    path: "/dashboard/calls/trends",
    height: 940,
    isOnLandingPage: true,
    prepare: (page) => page.getByText("in the previous 30 days").first().waitFor(),
  },
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

export async function takePictures(browser: Browser, link: string): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    const context = await signedIn(browser, link, theme);
    for (const screen of SCREENS) {
      const { name, isOnLandingPage = false } = screen;
      if (theme === "light") {
        await keep(
          path.join("docs/images", `${name}.webp`),
          await pictureOf(context, link, screen),
        );
      }
      if (!isOnLandingPage) continue;
      const file = path.join("public/pictures", `${name}-${theme}.webp`);
      await keep(file, await pictureOf(context, link, { ...screen, height: 800 }));
    }
    await context.close();
  }
}

async function signedIn(browser: Browser, link: string, theme: Theme): Promise<BrowserContext> {
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: { width: WIDTH, height: 800 },
    locale: "en-US",
  });
  const page = await context.newPage();
  await page.goto(link);
  await page.waitForURL("**/dashboard");
  await page.close();
  return context;
}

async function pictureOf(
  context: BrowserContext,
  link: string,
  { path: pathname, height, prepare }: Screen,
): Promise<Buffer> {
  const page = await context.newPage();
  await page.setViewportSize({ width: WIDTH, height });
  await page.goto(new URL(pathname, link).href, { waitUntil: "networkidle" });
  await prepare?.(page);
  // Without hover, and scrolled to the top, because a click may have scrolled.
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  const png = await page.screenshot({ animations: "disabled" });
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
