/** The stand-in's hosted pages, as a buyer and a subscriber use them. */
import type { Page } from "@playwright/test";
import { expectNoFaultsNow } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/stripe-pages.ts";

const GOOD = "4242 4242 4242 4242";

async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry").fill("12 / 39");
  await page.getByLabel("CVC").fill("123");
  await page.getByLabel("Name on card").fill("Ada Owner");
}

test("a declined card shows the reason and keeps the page open; a valid card subscribes @all", async ({
  page,
  shop,
}) => {
  await page.goto(await shop.checkout());
  await expect(page.getByRole("heading", { name: "Subscribe to Starter" })).toBeVisible();
  await expect(page.getByText("No money moves")).toBeVisible();
  await enterCard(page, "4000 0000 0000 0002");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
  await enterCard(page, GOOD);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.waitForURL(`${shop.url}/success?session=cs_test_*`);
  expect((await shop.subscription()).status).toBe("active");
});

test("a missing or invalid value is reported beside its field @all", async ({ page, shop }) => {
  await page.goto(await shop.checkout());
  await page.getByLabel("Card number").fill("4242 4242 4242 4241");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByLabel("Card number")).toHaveAccessibleDescription(
    "Your card number is invalid.",
  );
  await expect(page.getByLabel("CVC")).toHaveAccessibleDescription("Enter the CVC.");
  await expect(page.getByLabel("Card number")).toBeFocused();
});

test("a bank's confirmation can be declined, and accepted at the next try @all", async ({
  page,
  shop,
}) => {
  await page.goto(await shop.checkout());
  await enterCard(page, "4000 0025 0000 3155");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("heading", { name: "Confirm with your bank" })).toBeVisible();
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await expect(page.getByRole("alert")).toContainText("unable to authenticate");
  await enterCard(page, "4000 0025 0000 3155");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await page.waitForURL(`${shop.url}/success?session=*`);
  expect((await shop.subscription()).status).toBe("active");
});

test("a trial starts without a card @all", async ({ page, shop }) => {
  await page.goto(await shop.checkout({ trialDays: 7 }));
  await expect(page.getByRole("heading", { name: "Try Starter" })).toBeVisible();
  await expect(page.getByText("7 days free")).toBeVisible();
  await page.getByRole("button", { name: "Start trial" }).click();
  await page.waitForURL(`${shop.url}/success?session=*`);
  expect(await shop.subscription()).toMatchObject({
    status: "trialing",
    default_payment_method: null,
  });
});

test("Link pays without a card and hides the card's fields @all", async ({ page, shop }) => {
  await page.goto(await shop.checkout());
  await page.getByRole("radio", { name: "Link" }).check();
  await expect(page.getByLabel("Card number")).toBeHidden();
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.waitForURL(`${shop.url}/success?session=*`);
});

test("the back link leads to the shop's URL @all", async ({ page, shop }) => {
  await page.goto(await shop.checkout());
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(`${shop.url}/cancel`);
});

test("a checkout can be completed with the keyboard alone @all", async ({ page, shop }) => {
  await page.goto(await shop.checkout());
  await page.getByRole("link", { name: "Back" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("radio", { name: "Card" })).toBeFocused();
  for (const text of [GOOD, "12/39", "123", "Ada Owner"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(`${shop.url}/success?session=*`);
});

test("in the portal a plan is cancelled and restored, and the back link returns to the shop @all", async ({
  page,
  shop,
}) => {
  await shop.subscribe();
  await page.goto(await shop.portal());
  await page.getByRole("link", { name: "Cancel plan" }).click();
  await expect(page.getByRole("heading", { name: "Cancel Starter?" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await expect(page.getByRole("status")).toContainText(
    "will be cancelled at the end of the period",
  );
  await expect(page.getByText("Your plan will be cancelled on")).toBeVisible();
  expect((await shop.subscription()).cancel_at).not.toBeNull();
  await page.getByRole("button", { name: "Don’t cancel plan" }).click();
  await expect(page.getByRole("status")).toContainText("has been renewed");
  expect((await shop.subscription()).cancel_at).toBeNull();
  await page.getByRole("link", { name: /^Return to/ }).click();
  await expect(page).toHaveURL(`${shop.url}/billing`);
});

test("in the portal a new card is saved, also one whose bank asks for confirmation @all", async ({
  page,
  shop,
}) => {
  await shop.subscribe();
  await page.goto(await shop.portal());
  await expect(page.getByText("Visa ending in 4242")).toBeVisible();
  await page.getByRole("link", { name: "Update payment method" }).click();
  await enterCard(page, "4000 0000 0000 0002");
  await page.getByRole("button", { name: "Save card" }).click();
  await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
  await enterCard(page, "5555 5555 5555 4444");
  await page.getByRole("button", { name: "Save card" }).click();
  await expect(page.getByText("Mastercard ending in 4444")).toBeVisible();
  await page.getByRole("link", { name: "Update payment method" }).click();
  await enterCard(page, "4000 0025 0000 3155");
  await page.getByRole("button", { name: "Save card" }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page.getByText("Visa ending in 3155")).toBeVisible();
});

test("in the portal one card is declined for an open invoice and another pays it @all", async ({
  page,
  shop,
}) => {
  await shop.subscribe();
  await shop.failToRenew();
  await page.goto(await shop.portal());
  await expect(page.getByText("Past due")).toBeVisible();
  await page.getByRole("link", { name: /^Pay invoice/ }).click();
  await page.getByRole("button", { name: /with Visa ending in 0341/ }).click();
  await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
  await enterCard(page, GOOD);
  await page.getByRole("button", { name: "Pay $29.00", exact: true }).click();
  await expect(page.getByRole("status")).toHaveText("This invoice is paid.");
  expect((await shop.subscription()).status).toBe("active");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds no violation on any page, and all fit a phone, ${colorScheme} @all`, async ({
    page,
    shop,
    look,
  }) => {
    await page.emulateMedia({ colorScheme });
    const check = async (name: string) => {
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      // Light and dark differ only in colour, so the second run checks only that.
      await expectNoFaultsNow(page, colorScheme === "dark" ? ["color-contrast"] : undefined);
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const needed = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(needed).toBeLessThanOrEqual(width);
        await look(page, `${name}-${colorScheme}-${width}`);
      }
    };
    if (colorScheme === "light") {
      await page.goto(await shop.checkout({ trialDays: 7 }));
      await check("trial");
      await page.goto(`${shop.stripeUrl}/c/pay/cs_test_none`);
      await check("unknown");
    }
    const checkout = await shop.checkout();
    await page.goto(checkout);
    await page.getByText("Test card numbers").click();
    await check("checkout");
    await page.getByRole("button", { name: "Subscribe" }).click();
    await check("checkout-errors");
    await enterCard(page, "4000 0025 0000 3155");
    await page.getByRole("button", { name: "Subscribe" }).click();
    await check("bank");
    await shop.subscribe();
    await shop.failToRenew();
    const portal = await shop.portal();
    await page.goto(portal);
    await check("portal");
    await page.getByRole("link", { name: "Update payment method" }).click();
    await check("card");
    await page.goto(portal);
    await page.getByRole("link", { name: /^Pay invoice/ }).click();
    await check("invoice");
    await page.goto(portal);
    await page.getByRole("link", { name: "Cancel plan" }).click();
    await check("cancel");
  });
}
