import { signOut } from "../fixtures/account.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { invitationOn } from "../fixtures/landing-assistant.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

test("axe finds no accessibility violation on any screen, in light or dark mode", async ({
  signedInOwner: { page },
}) => {
  await expect(page.getByText("No assistants yet")).toBeVisible();
  await expectNoFaults(page);
  await signOut(page);
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expectNoFaults(page);
  for (const path of ["/", "/privacy", "/terms", "/nowhere"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // Its frame is loaded once the page is idle.
    if (path === "/") await expect(invitationOn(page)).toBeVisible();
    await expectNoFaults(page);
  }
});

test("axe finds no violation in the form or on the page of an owner without a plan @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  await page.getByRole("button", { name: "Create Assistant" }).first().click();
  await expect(page.getByRole("form", { name: "Create assistant" })).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("tab", { name: "Widget Styling" }).click();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await (await ownerApi(page, stack)).createAssistant("Front desk");
  await expect(page.getByRole("heading", { name: "Ready to Go Live?" })).toBeVisible();
  await expectNoFaults(page);
});

test("axe finds no violation in what opens on a subscriber's page @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  await owner.createAssistant("Front desk");
  await owner.subscribe("STARTER");
  await page.goto("/dashboard?subscription=success");
  await page.getByRole("button", { name: "Publish Front desk" }).click();
  await page.getByRole("button", { name: "Code for Front desk" }).click();
  await page.getByRole("button", { name: "Edit Front desk" }).click();
  await expect(page.getByRole("form", { name: "Edit Front desk" })).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: /^Account/ }).click();
  await expectNoFaults(page);
  await page.getByRole("menuitem", { name: "Delete account…" }).click();
  await expect(page.getByText(/^Your Starter subscription ends immediately/)).toBeVisible();
  await expectNoFaults(page);
});

const WIDTHS = [320, 375, 768, 1920];

test("no page is wider than its screen, from a small phone to a desktop", async ({
  signedInOwner: { page },
  stack,
}) => {
  const expectItFits = async () => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 700 });
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(needed, `on ${width} pixels`).toBeLessThanOrEqual(width);
    }
  };
  await expect(page.getByText("No assistants yet")).toBeVisible();
  await expectItFits();
  await page.getByRole("button", { name: "Create Assistant" }).first().click();
  await expectItFits();
  await page.getByRole("button", { name: "Cancel" }).click();
  const name = "Donaudampfschifffahrtsgesellschaftskapitänskajüte";
  await (await ownerApi(page, stack)).createAssistant(name);
  await expect(page.getByRole("article", { name })).toBeVisible();
  await expectItFits();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectItFits();
});
