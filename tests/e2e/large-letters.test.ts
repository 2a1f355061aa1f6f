/** A browser with text of twice the size, on a phone. */
import type { Page } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import { ownerApi } from "../fixtures/owner-api.ts";
import { watchPage } from "../fixtures/strict-page.ts";
import { ASSISTANT_SECTIONS } from "../../src/lib/routes.ts";
import { expect, test as base } from "../fixtures/test.ts";

const USUAL_PX = 16;

const test = base.extend<{ page: Page }>({
  /** A browser of its own, since who shares one shares its settings. */
  page: async ({ playwright, launchOptions, baseURL }, use) => {
    const letters = `--blink-settings=defaultFontSize=${2 * USUAL_PX}`;
    const args = [...(launchOptions.args ?? []), letters];
    const browser = await playwright.chromium.launch({ ...launchOptions, args });
    const page = await browser.newPage({ baseURL: must(baseURL, "the app's address") });
    const complaints = watchPage(page);
    await use(page);
    await browser.close();
    expect(complaints).toEqual([]);
  },
});

/** What reaches out of its card or of the page, but for what can be moved into it. */
function tooWide(page: Page) {
  return page.evaluate(() => {
    const isMovable = ({ parentElement: around }: Element): boolean =>
      around !== null &&
      around !== document.body &&
      (getComputedStyle(around).overflowX !== "visible" || isMovable(around));
    return [...document.querySelectorAll("body *")]
      .filter((element) => {
        const around = element.parentElement?.closest(".rounded-card, main, body");
        const { right, width } = element.getBoundingClientRect();
        const limit = around?.getBoundingClientRect().right ?? window.innerWidth;
        return width > 1 && right > limit + 1 && !isMovable(element);
      })
      .map(({ tagName, textContent }) => `${tagName} ${textContent.slice(0, 40)}`);
  });
}

/** A phone, and the narrowest page on which WCAG 1.4.10 asks for all of it without moving it sideways. */
for (const width of [320, 375]) {
  test(`everything has room on ${width} px when text is twice as large @all`, async ({
    signedInOwner: { page },
    stack,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    const owner = await ownerApi(page, stack);
    const bakery = await owner.createAssistant("Rye and Salt Bakery");
    await owner.recordCall(bakery, {
      outcome: {
        found: [{ key: "name", value: "Ada Lovelace" }],
        unanswered: ["Do you deliver to the other side of the river?"],
        mood: "positive",
        language: "en",
      },
    });
    await owner.subscribe("PRO");
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      `${2 * USUAL_PX}px`,
    );

    const expectRoom = async (what: string) => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBe(width);
      expect(await tooWide(page), what).toEqual([]);
    };
    const shown: [path: string, what: string][] = [
      ["/", "Let your website pick up the phone"],
      ["/privacy", "Privacy"],
      ["/dashboard", "Rye and Salt Bakery"],
      ["/dashboard/calls", "Recent Calls"],
      ["/dashboard/calls/trends", "Day by day"],
      ["/dashboard/calls/typed", "Typed Conversations"],
      ["/dashboard/subscription", "Current Plan"],
      ["/dashboard/connections", "Connections"],
      ["/dashboard/account", "Where you are signed in"],
      ["/test-embed", "Widget Testing Studio"],
    ];
    for (const [path, heading] of shown) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
      await expectRoom(path);
    }

    await page.goto("/dashboard/inbox");
    await page.getByRole("list", { name: "Entries" }).getByRole("button").click();
    await expect(page.getByRole("article", { name: "Ada Lovelace" })).toBeVisible();
    await expectRoom("an entry");
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Edit Rye and Salt Bakery" }).click();
    const tabs = page.getByRole("tab");
    await expect(tabs.first()).toBeVisible();
    for (const tab of await tabs.all()) {
      await tab.click();
      await expect(page.getByRole("tabpanel")).toBeVisible();
      await expectRoom(await tab.innerText());
    }
    await page.getByRole("link", { name: "Rye and Salt Bakery", exact: true }).click();
    const address = page.url();
    for (const section of ASSISTANT_SECTIONS) {
      await page.goto(section === "overview" ? address : `${address}/${section}`);
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      await expectRoom(section);
    }
  });
}
