/** Pictures of every screen in its main states, in four forms, on one page to look through. */
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import { fillInSignUp, newAccount, rememberPlans } from "../fixtures/account.ts";
import { screensFor, type Viewer } from "../fixtures/screens.ts";

interface Row {
  state: string;
  /** File names, one for each form. */
  files: string[];
}

const SIZES = [
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
];
const FORMS = SIZES.flatMap((size) =>
  (["light", "dark"] as const).map((colorScheme) => ({ ...size, colorScheme })),
);
/** A longer page is cut off here. */
const MOST_HEIGHT = 10_000;

/** Nobody is an operator of the demo. */
type Shown = Exclude<Viewer, "operator">;

const SIGN_IN: Record<Shown, (page: Page, link: string) => Promise<void>> = {
  visitor: () => Promise.resolve(),
  async newcomer(page) {
    await page.goto("/login");
    await rememberPlans(page);
    await fillInSignUp(page, newAccount(randomUUID()));
    await page.waitForURL("**/dashboard");
  },
  async subscriber(page, link) {
    await page.goto(link);
    await page.waitForURL("**/dashboard");
  },
};

/** `link` signs in to the demo. Returns the file to open. */
export async function makeSheet(browser: Browser, link: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const embedId = await withPage(browser, link, "subscriber", firstEmbedId);
  const rows: Row[] = [];
  for (const viewer of ["visitor", "newcomer", "subscriber"] as const) {
    await withPage(browser, link, viewer, async (page) => {
      for await (const state of screensFor(viewer, { page, embedId })) {
        rows.push({ state, files: await picturesOf(page, state, folder) });
        console.log(state);
      }
    });
  }
  const sheet = path.join(folder, "index.html");
  await writeFile(sheet, sheetOf(rows));
  return sheet;
}

async function withPage<T>(
  browser: Browser,
  link: string,
  viewer: Shown,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const { origin } = new URL(link);
  const context = await browser.newContext({
    baseURL: origin,
    locale: "en-US",
    reducedMotion: "reduce",
  });
  try {
    const page = await context.newPage();
    await SIGN_IN[viewer](page, link);
    return await use(page);
  } finally {
    await context.close();
  }
}

/** The studio lists the owner's assistants by it. */
async function firstEmbedId(page: Page): Promise<string> {
  await page.goto("/test-embed");
  const option = page.getByRole("combobox").first().locator("option:not([disabled])").first();
  return must(await option.getAttribute("value"), "an assistant of the demo");
}

async function picturesOf(page: Page, state: string, folder: string): Promise<string[]> {
  const files: string[] = [];
  // A click may have scrolled, and the header would stand in the middle of the picture.
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const { width, height, colorScheme } of formsFrom(page)) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await page.evaluate(loadPictures);
    const name = state.toLowerCase().replaceAll(/[^a-z]+/g, "-");
    const file = `${name}-${width}-${colorScheme}.png`;
    const whole = await page.evaluate(shownHeight);
    await page.screenshot({
      path: path.join(folder, file),
      fullPage: whole > height,
      clip: { x: 0, y: 0, width, height: Math.min(Math.max(whole, height), MOST_HEIGHT) },
      animations: "disabled",
    });
    files.push(file);
  }
  return files;
}

/** Starts with the window's size, because another one may end the state. */
function formsFrom(page: Page): typeof FORMS {
  const shown = page.viewportSize()?.width;
  return FORMS.toSorted((a, b) => Number(b.width === shown) - Number(a.width === shown));
}

/** A dialog stands in the window, and hides the rest of the page. */
function shownHeight(): number {
  const isCovered = document.querySelector("dialog:modal") !== null;
  return isCovered ? window.innerHeight : document.documentElement.scrollHeight;
}

/** Those further down would be loaded when somebody scrolls to them. */
async function loadPictures(): Promise<void> {
  const shown = [...document.images].filter((image) => image.checkVisibility());
  for (const image of shown) image.loading = "eager";
  await Promise.all(shown.map((image) => image.decode()));
}

function sheetOf(rows: Row[]): string {
  const sections = rows.map(({ state, files }) => {
    const pictures = files.map(
      (file) => `<a href="${file}"><img src="${file}" loading="lazy"></a>`,
    );
    return `<h2>${state}</h2>\n<div>${pictures.join("")}</div>`;
  });
  return `<!doctype html>
<meta charset="utf-8">
<title>Screens</title>
<style>
  body { margin: 24px; background: #888; font: 16px system-ui, sans-serif; }
  div { display: flex; gap: 16px; align-items: start; }
  img { display: block; height: 480px; width: auto; max-width: 60vw; }
</style>
${sections.join("\n")}
`;
}
