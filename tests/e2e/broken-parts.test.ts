import type { Page } from "@playwright/test";
import { fillInAssistant } from "../fixtures/assistants.ts";
import { expect, test } from "../fixtures/test.ts";

test("if a deploy removed a page's code, the page reloads and restores what was typed", async ({
  signedInOwner: { page },
}) => {
  await page.getByRole("button", { name: "Create Assistant" }).first().click();
  await fillInAssistant(page, "Front desk");
  const goBack = await deployAnother(page, "delete-account-dialog");
  let loads = 0;
  page.on("load", () => loads++);
  const reloaded = page.waitForEvent("framenavigated").then(goBack);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Delete account…" }).click();
  await reloaded;
  await expect(page.getByLabel("Assistant name")).toHaveValue("Front desk");
  await expect(page.getByLabel("Assistant goal")).toHaveValue("Take an order.");
  expect(loads).toBe(1);
});

test("a page that fails even after a reload can be retried, and other pages still work @all", async ({
  signedInOwner: { page },
  allowed,
}) => {
  allowed.push("dynamically imported module");
  const goBack = await deployAnother(page, "calls-page");
  await page.getByRole("link", { name: "Analytics" }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.getByRole("link", { name: "Assistants" }).click();
  await expect(page.getByText("No assistants yet")).toBeVisible();
  goBack();
  await page.getByRole("link", { name: "Analytics" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
});

test("a page whose code fails to load once is loaded again @all", async ({
  signedInOwner: { page },
  allowed,
}) => {
  allowed.push("net::ERR_FAILED");
  const requests: string[] = [];
  await page.route(/\/assets\/calls-page[^/]*\.js/, async (route) => {
    requests.push(route.request().url());
    await (requests.length === 1 ? route.abort() : route.continue());
  });
  await page.getByRole("link", { name: "Analytics" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
  expect(requests).toHaveLength(2);
});

/**
 * The files of the page's build are gone, and another page is served. Returns the function that undoes it. It leaves the
 * routes, because the reloaded page is requesting its files at that moment.
 */
async function deployAnother(page: Page, file: string): Promise<() => void> {
  let isDeployed = true;
  await page.route(new RegExp(`/assets/${file}[^/]*\\.js`), (route) =>
    isDeployed ? route.fulfill({ status: 404, body: "Not found" }) : route.fallback(),
  );
  await page.route(/\/dashboard(\/|$)/, (route) =>
    isDeployed && route.request().resourceType() === "fetch"
      ? route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Another</title>" })
      : route.fallback(),
  );
  return () => {
    isDeployed = false;
  };
}

test("if the backend fails for one card, only that card shows an error, until it recovers @all", async ({
  signedInOwner: { page },
  allowed,
}) => {
  allowed.push("Server Error");
  let isFailing = true;
  await failQuery(page, "usage:getCurrentMonthUsage", () => isFailing);
  await page.goto("/dashboard/subscription");
  const broken = page.getByRole("alert").filter({ hasText: "Could not show your usage details." });
  await expect(broken).toBeVisible();
  await expect(page.getByRole("heading", { name: "Available Plans" })).toBeVisible();
  isFailing = false;
  await broken.getByRole("button", { name: /^Try again/ }).press("Enter");
  await expect(broken).toBeHidden();
});

interface Frame {
  type: string;
  modifications?: { type: string; queryId: number; udfPath?: string; [key: string]: unknown }[];
}

/** The response to a query that throws: convex/browser/sync/protocol.ts, QueryFailed. */
async function failQuery(page: Page, udfPath: string, isFailing: () => boolean): Promise<void> {
  await page.routeWebSocket(/\/sync$/, (socket) => {
    const server = socket.connectToServer();
    const failing = new Set<number>();
    socket.onMessage((message) => {
      const { modifications = [] } = JSON.parse(String(message)) as Frame;
      for (const each of modifications) {
        if (each.udfPath === udfPath && isFailing()) failing.add(each.queryId);
        else failing.delete(each.queryId);
      }
      server.send(message);
    });
    server.onMessage((message) => {
      const frame = JSON.parse(String(message)) as Frame;
      const modifications = frame.modifications?.map((each) =>
        failing.has(each.queryId) && each.type === "QueryUpdated"
          ? { ...each, type: "QueryFailed", errorMessage: "Server Error", value: undefined }
          : each,
      );
      socket.send(JSON.stringify({ ...frame, ...(modifications && { modifications }) }));
    });
  });
}
