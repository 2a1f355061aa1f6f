import { expectNoFaults } from "../fixtures/axe.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

const readWith = async (address: string, key: string) =>
  await fetch(address, { headers: { Authorization: `Bearer ${key}` } });

test("an owner creates an API key, a program reads with it, and a revoked key is refused @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  await owner.createAssistant("Bakery");
  await page.getByRole("link", { name: "Connections" }).click();
  const card = page.getByRole("region", { name: "API keys" });
  await expect(card.getByText("No keys yet.")).toBeVisible();
  await expectNoFaults(page);

  await card.getByRole("button", { name: "New key" }).click();
  const form = page.getByRole("dialog", { name: "New API key" });
  await expectNoFaults(page);
  await form.getByLabel("Name").fill("Reports");
  await form.getByLabel("Calls").uncheck();
  await form.getByRole("button", { name: "Create key" }).click();
  const made = page.getByRole("dialog", { name: "Your new key" });
  const key = await made.getByLabel("Key", { exact: true }).innerText();
  expect(key).toMatch(/^hark_live_[0-9A-Za-z]{49}$/);
  const line = await made.getByLabel("Try it", { exact: true }).innerText();
  expect(line).toBe(`curl -H "Authorization: Bearer ${key}" ${stack.siteUrl}/v1/assistants`);
  await expectNoFaults(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await made.getByRole("button", { name: "Copy key" }).click();
  await expect(page.getByText("Key copied.")).toBeVisible();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(key);
  await made.getByRole("button", { name: "Done" }).click();

  const assistants = await readWith(`${stack.siteUrl}/v1/assistants`, key);
  expect(await assistants.json()).toMatchObject({ data: [{ name: "Bakery" }] });
  expect((await readWith(`${stack.siteUrl}/v1/calls`, key)).status).toBe(403);
  const row = card.getByRole("listitem");
  await expect(row).toContainText(`hark_live_…${key.slice(-4)}, reads assistants, outcomes`);
  await expect(row).toContainText("used around");
  await expect(page.getByText(key)).toBeHidden();
  await expectNoFaults(page);
  await page.setViewportSize({ width: 375, height: 700 });
  await expectNoFaults(page);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);

  await row.getByRole("button", { name: "Revoke Reports" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(card.getByText("No keys yet.")).toBeVisible();
  expect((await readWith(`${stack.siteUrl}/v1/assistants`, key)).status).toBe(401);
});

test("the examples and the API description use this deployment's address @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  await page.goto("/dashboard/connections");
  const examples = page.getByRole("link", { name: "Examples" });
  const description = page.getByRole("link", { name: "OpenAPI" });
  const [examplesAt, describedAt] = [
    await examples.getAttribute("href"),
    await description.getAttribute("href"),
  ];
  const text = await (await fetch(new URL(examplesAt ?? "", stack.appUrl))).text();
  expect(text).toContain(`"${stack.siteUrl}/v1/calls?from=2026-11-01`);
  expect(text).not.toContain("YOUR-DEPLOYMENT");
  expect(describedAt).toBe(`${stack.siteUrl}/v1/openapi.json`);
  expect(await (await fetch(describedAt ?? "")).json()).toMatchObject({
    openapi: "3.1.0",
    servers: [{ url: `${stack.siteUrl}/v1` }],
  });
});
