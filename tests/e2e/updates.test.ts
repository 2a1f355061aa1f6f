import type { Page } from "@playwright/test";
import { fillInAssistant } from "../fixtures/assistants.ts";
import { expect, test } from "../fixtures/test.ts";

test("if newer functions do not know what the page calls, the owner reads why, reloads and keeps what was typed", async ({
  signedInOwner: { page },
  allowed,
}) => {
  allowed.push("Server Error");
  const goBack = await deployAnother(page, "assistants:createVoiceAssistant");
  await page.reload();
  await page.getByRole("button", { name: "Create Assistant" }).first().click();
  await fillInAssistant(page, "Front desk");
  await page.getByRole("form").getByRole("button", { name: "Create Assistant" }).click();
  await expect(
    page.getByText("Hark has been updated. Reload this page to continue."),
  ).toBeVisible();
  await expect(page.getByLabel("Assistant name")).toHaveValue("Front desk");
  await goBack();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText("Hark has been updated")).toBeHidden();
  await expect(page.getByLabel("Assistant name")).toHaveValue("Front desk");
  await expect(page.getByLabel("Assistant goal")).toHaveValue("Take an order.");
});

/** The function has another name by now, and another page is served. Returns a function that undoes it. */
async function deployAnother(page: Page, name: string): Promise<() => Promise<void>> {
  let isDeployed = true;
  await page.routeWebSocket(/\/sync$/, (socket) => {
    const backend = socket.connectToServer();
    socket.onMessage((message) => {
      const text = message.toString();
      backend.send(isDeployed ? text.replace(`"${name}"`, `"${name}OfBefore"`) : text);
    });
  });
  const documents = (address: URL) => address.pathname.startsWith("/dashboard");
  await page.route(documents, (route) =>
    route.request().resourceType() === "fetch"
      ? route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Another</title>" })
      : route.fallback(),
  );
  return async () => {
    isDeployed = false;
    await page.unroute(documents);
  };
}
