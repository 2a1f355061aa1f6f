/** Who set the letters of their browser to twice the size, on a phone. */
import type { Page } from "@playwright/test";
import { ownerApi } from "../fixtures/owner-api.ts";
import { subscribe } from "../fixtures/subscribe.ts";
import { expect, test } from "../fixtures/test.ts";

/** A phone, and the narrowest page on which WCAG 1.4.10 asks for all of it without moving it sideways. */
const WIDTHS = [375, 320];
const USUAL_PX = 16;

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const letters = `--blink-settings=defaultFontSize=${2 * USUAL_PX}`;
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), letters] });
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

for (const width of WIDTHS)
  test(`everything has room on ${width} px where letters are twice as large`, async ({
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
    await subscribe(page, stack, "PRO");
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
  });
