/** Where the outcomes of calls are sent: by mail, and to the owner's server. */
import type { Page } from "@playwright/test";
import type { ConvexHttpClient } from "convex/browser";
import { EXAMPLES } from "@hark/messengers-stand-in/addresses";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import type { Stack } from "../../tools/start/stack.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { keyOfLink, mailIn } from "../fixtures/mails.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { setVariables } from "../fixtures/stack.ts";
import { expect, test } from "../fixtures/test.ts";
import { answers, isGenuine, openReceiver } from "../product/receiver.ts";

async function confirmAddress(client: ConvexHttpClient, stack: Stack, email: string) {
  const { text } = await mailIn(stack, email, "Confirm your email address");
  await client.mutation(api.account.confirmAddress, { key: keyOfLink(text, "key") });
}

/** Saves a screenshot to the folder in LOOK_AT, if set. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.LOOK_AT;
  if (folder !== undefined)
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

async function addEndpoint(page: Page, url: string): Promise<string> {
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const dialog = page.getByRole("dialog", { name: "Add endpoint" });
  await dialog.getByLabel("URL").fill(url);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const shown = page.getByRole("dialog", { name: "Your signing secret" });
  const secret = must(await shown.getByLabel("Secret").textContent(), "secret");
  await expectNoFaults(page);
  await shown.getByRole("button", { name: "Done" }).click();
  return secret;
}

test("an owner connects a Slack channel, sends a test and sees what it answers @all", async ({
  signedInOwner: { page },
  stack,
  allowed,
}) => {
  allowed.push("[CONVEX M(messengers:addMessenger)]");
  await page.goto("/dashboard/connections");
  await expect(page.getByText("No messengers yet.")).toBeVisible();
  await page.getByRole("button", { name: "Connect Slack" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect Slack" });
  const add = dialog.getByRole("button", { name: "Add", exact: true });
  await dialog.getByLabel("Webhook URL").fill("https://example.com/hook");
  await add.click();
  await expect(dialog.getByRole("alert")).toContainText("not the address of a Slack");
  await expectNoFaults(page);
  await look(page, "messenger");
  await dialog.getByLabel("Webhook URL").fill(EXAMPLES.slack);
  await add.click();
  const row = page.getByRole("listitem", { name: /^Slack, hooks\.slack\.com/ });
  await row.getByRole("button", { name: "Send a test" }).click();
  await expect(row.getByRole("list", { name: "Deliveries" }).getByText("Delivered")).toBeVisible();
  await expect(page.getByText(EXAMPLES.slack)).toHaveCount(0);
  await look(page, "messengers");
  await expectNoFaults(page);
  await page.goto(stack.vendors.messengers.pageUrl);
  await expect(page.getByRole("region", { name: "Slack" })).toContainText("This is a test");
});

test("an owner sees why webhook deliveries fail, resends one, and disables the endpoint @all", async ({
  signedInOwner: { page, email },
  stack,
  allowed,
}) => {
  // The browser logs refused requests too.
  allowed.push("[CONVEX M(webhooks:addEndpoint)]");
  const receiver = await openReceiver();
  await setVariables(stack, { WEBHOOK_RECEIVERS: receiver.url });
  await page.goto("/dashboard/connections");
  await expect(page.getByText("No endpoints yet.")).toBeVisible();
  await expect(page.getByRole("listitem", { name: email })).toContainText("Your address");
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const dialog = page.getByRole("dialog", { name: "Add endpoint" });
  await dialog.getByLabel("URL").fill("https://10.0.0.1/");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("must use a domain name");
  await expectNoFaults(page);
  await look(page, "endpoint");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const url = `${receiver.url}a-rather-long-path/that-has-to-be-broken/somewhere-on-a-phone`;
  const secret = await addEndpoint(page, url);
  const row = page.getByRole("listitem", { name: url });
  await expect(row).toContainText("On");
  receiver.behave(answers(500));
  await row.getByRole("button", { name: "Send a test" }).click();
  const log = row.getByRole("list", { name: "Deliveries" });
  await expect(log.getByText("Waiting")).toBeVisible();
  await expect(row.getByText(/Failing since/)).toBeVisible();
  await log.getByText("Test", { exact: true }).click();
  await expect(log.getByText("status 500").first()).toBeVisible();
  await expect(log.getByText("Next attempt")).toBeVisible();
  await expectNoFaults(page);
  await look(page, "connections");
  receiver.behave((response) => response.writeHead(204).end());
  await log.getByRole("button", { name: /Send again/ }).click();
  await expect(log.getByText("Delivered")).toBeVisible();
  await expect(row.getByText(/Failing since/)).toBeHidden();
  // On a slow machine the automatic retry came before the press.
  expect(new Set(receiver.received.map(({ event }) => event.type))).toEqual(new Set(["test"]));
  for (const one of receiver.received) {
    expect(isGenuine(one, secret, stack.clock.now())).toBe(true);
  }

  await page.setViewportSize({ width: 375, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await expectNoFaults(page);
  await look(page, "phone");
  await row.getByRole("button", { name: /^Edit/ }).click();
  const edit = page.getByRole("dialog", { name: "Edit endpoint" });
  await edit.getByRole("checkbox", { name: "Call started" }).uncheck();
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(row).not.toContainText("Call started");
  await row.getByRole("button", { name: /^Switch off/ }).click();
  await expect(row.getByText("Off", { exact: true })).toBeVisible();
  page.once("dialog", (dialog) => void dialog.accept());
  await row.getByRole("button", { name: /^Delete/ }).click();
  await expect(page.getByText("No endpoints yet.")).toBeVisible();
  await receiver.close();
});

test("another address gets mail only after its owner confirms, and none after unsubscribing @all", async ({
  signedInOwner: { page, email },
  stack,
  browser,
}) => {
  const owner = await ownerApi(page, stack);
  await confirmAddress(owner.client, stack, email);
  const bakery = await owner.createAssistant("Bakery");
  await page.goto("/dashboard/connections");
  const other = `shop-${email}`;
  await page.getByLabel("Another address").fill(other);
  await page.getByRole("button", { name: "Add address" }).click();
  const row = page.getByRole("listitem", { name: other });
  await expect(row).toContainText("Waiting for confirmation");
  await expectNoFaults(page);

  const question = await mailIn(stack, other, "Do you want to receive these emails?");
  const context = await browser.newContext();
  const reader = await context.newPage();
  await reader.goto(
    `${stack.appUrl}/login/confirm?recipient=${keyOfLink(question.text, "recipient")}`,
  );
  const agree = reader.getByRole("button", { name: "Yes, send them" });
  await expect(agree).toBeVisible();
  await expectNoFaults(reader);
  await agree.click();
  await expect(
    reader.getByRole("heading", { name: /You will receive these emails/ }),
  ).toBeVisible();
  await expect(row).not.toContainText("Waiting for confirmation");

  const found = [{ key: "name", value: "Ada" }];
  const outcome = { found, unanswered: [], mood: null, language: null };
  await owner.recordCall(bakery, { outcome });
  const mail = await mailIn(stack, other, "A message from Ada");
  await mailIn(stack, email, "A message from Ada");
  await reader.goto(`${stack.appUrl}/login/confirm?stop=${keyOfLink(mail.text, "stop")}`);
  await reader.getByRole("button", { name: "Turn off" }).click();
  await expect(reader.getByRole("heading", { name: "These emails are turned off" })).toBeVisible();
  await expect(row).toBeHidden();
  await context.close();
});
