/** Which mail an owner gets: on the account page, and from the mail itself. */
import type { Page } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import type { Stack } from "../../tools/start/stack.ts";
import { eventually } from "../eventually.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { mailIn } from "../fixtures/mails.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

const MOST_USED = "You have used most of your trial's minutes";

function choice(page: Page, name: string) {
  return page.getByRole("region", { name: "Email notifications" }).getByRole("checkbox", { name });
}

/** A mail about the minutes of a trial. */
async function useMost(page: Page, stack: Stack): Promise<void> {
  const owner = await ownerApi(page, stack);
  const embedId = await owner.createAssistant("Front desk");
  await owner.subscribe("STARTER");
  const find = () => owner.client.query(api.subscriptions.getUserSubscription, {});
  await eventually(async () => (await find())?.status === "trialing");
  await owner.recordUse(embedId, 210);
}

test("an owner chooses by keyboard which mail to receive, and the choice is kept", async ({
  signedInOwner: { page },
}) => {
  await page.goto("/dashboard/account");
  await expect(choice(page, "Usage and spending")).toBeChecked();
  await expect(choice(page, "Weekly summary")).not.toBeChecked();
  await choice(page, "Usage and spending").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await expect(choice(page, "Changed answers")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(choice(page, "Usage and spending")).not.toBeChecked();
  await expect(choice(page, "Changed answers")).toBeChecked();
  await expect(choice(page, "Weekly summary")).toBeChecked();
  await expectNoFaults(page);
  // After a reload the choice is still there, so it was saved and not only shown.
  await expect(async () => {
    await page.reload();
    await expect(choice(page, "Usage and spending")).not.toBeChecked();
    await expect(choice(page, "Weekly summary")).toBeChecked({ timeout: 1_000 });
  }).toPass();
});

test("the unsubscribe link works in a browser without a session @all", async ({
  signedInOwner: { page, email },
  stack,
  browser,
}) => {
  await useMost(page, stack);
  await mailIn(stack, email, MOST_USED);

  const context = await browser.newContext();
  const reader = await context.newPage();
  await reader.setViewportSize({ width: 375, height: 740 });
  await reader.goto(`${stack.vendors.mail.outboxUrl}?to=${encodeURIComponent(email)}`);
  await reader.getByRole("link", { name: MOST_USED }).click();
  const opened = context.waitForEvent("page");
  await reader
    .getByRole("list", { name: "Codes and links" })
    .getByRole("link", { name: "Turn these emails off" })
    .click();
  const stop = await opened;
  await expect(stop.getByRole("button", { name: "Turn off" })).toBeVisible();
  await expectNoFaults(stop);
  await stop.getByRole("button", { name: "Turn off" }).click();
  await expect(stop.getByRole("heading", { name: "These emails are turned off" })).toBeVisible();
  await expectNoFaults(stop);
  await context.close();

  await page.goto("/dashboard/account");
  await expect(choice(page, "Usage and spending")).not.toBeChecked();
});

test("opening the List-Unsubscribe address shows the same page, and a broken link says that it is invalid @all", async ({
  signedInOwner: { page, email },
  stack,
  browser,
}) => {
  await useMost(page, stack);
  const { headers } = await mailIn(stack, email, MOST_USED);
  const [, value] = must(
    headers.find(([name]) => name === "List-Unsubscribe"),
    "an address",
  );
  const context = await browser.newContext();
  const reader = await context.newPage();
  await reader.goto(value.slice(1, -1));
  await expect(reader.getByRole("button", { name: "Turn off" })).toBeVisible();
  await reader.goto(`${reader.url()}x`);
  await reader.getByRole("button", { name: "Turn off" }).click();
  await expect(reader.getByRole("main").getByText("This link is incomplete.")).toBeVisible();
  await context.close();
});
