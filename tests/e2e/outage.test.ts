import type { Page } from "@playwright/test";
import type { Stack } from "../../tools/start/stack.ts";
import { createAssistant, fillInAssistant } from "../fixtures/assistants.ts";
import { expect, test } from "../fixtures/test.ts";

test.slow();

/**
 * The client waits up to 16 s, and a random time up to as long again, before it reconnects, unless the browser reports
 * that the network is back: node_modules/convex/src/browser/sync/web_socket_manager.ts.
 */
async function startBackend(stack: Stack, page: Page): Promise<void> {
  await stack.startBackend();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
}

test("after an outage saved data is intact, and a pending change is applied once", async ({
  signedInOwner: { page },
  stack,
}) => {
  await createAssistant(page, "Before");

  await page.getByRole("button", { name: "Create Assistant" }).click();
  await fillInAssistant(page, "During");
  await stack.stopBackend();
  await expect(page.getByText("No connection.")).toBeVisible();
  await expect(page.getByLabel("Assistant name")).toHaveValue("During");
  await page.getByLabel("Assistant goal").fill("Wait until the line is back.");
  await page.getByRole("form").getByRole("button", { name: "Create Assistant" }).click();
  await expect(page.getByRole("button", { name: "Creating..." })).toBeDisabled();
  await startBackend(stack, page);

  await expect(page.getByRole("article", { name: "During" })).toBeVisible();
  await expect(page.getByText("Wait until the line is back.")).toBeVisible();
  await expect(page.getByText("No connection.")).toBeHidden();
  await page.reload();
  await expect(page.getByRole("article", { name: "Before" })).toHaveCount(1);
  await expect(page.getByRole("article", { name: "During" })).toHaveCount(1);
});

test("after a backend restart the owner is still signed in and the list still updates @all", async ({
  signedInOwner: { page },
  context,
  stack,
}) => {
  const other = await context.newPage();
  await other.goto("/dashboard");
  await expect(other.getByText("No assistants yet")).toBeVisible();
  await stack.stopBackend();
  await startBackend(stack, page);
  await other.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.getByRole("button", { name: "Create Assistant" }).first().click();
  await fillInAssistant(page, "After");
  await page.getByRole("form").getByRole("button", { name: "Create Assistant" }).click();
  await expect(other.getByRole("article", { name: "After" })).toBeVisible();
});
