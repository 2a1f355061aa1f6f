import Stripe from "stripe";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import type { Stack } from "../../tools/start/stack.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { fillInCard } from "../fixtures/subscribe.ts";
import { checkOut } from "../product/money/stripe-pages.ts";

test("a trial is started on the payment page, cancelled, and reactivated", async ({
  signedInOwner: { page },
  stack,
}) => {
  await page.goto("/dashboard/subscription");
  const starter = page.getByRole("article", { name: "Starter" });
  await expect(starter.getByText("7-day free trial")).toBeVisible();
  await starter.getByRole("button", { name: "Start 7-Day Trial" }).click();
  await page.waitForURL(`${stack.vendors.stripe.url}/**`);
  await fillInCard(page);
  await page.getByRole("button", { name: "Start trial" }).click();

  await page.waitForURL("**/dashboard/subscription?subscription=success");
  const plan = page.getByRole("region", { name: "Current Plan" });
  await expect(plan.getByText("Free Trial")).toBeVisible();
  await expect(plan.getByText("Trial expires on")).toBeVisible();
  await expect(plan.getByText("Visa ending in 4242")).toBeVisible();
  await expect(page.getByText("7-day free trial")).toBeHidden();

  await plan.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(
    page.getByText("Subscription will be cancelled at the end of the current period"),
  ).toBeVisible();
  await expect(plan.getByText("Expiring")).toBeVisible();
  await plan.getByRole("button", { name: "Reactivate subscription" }).click();
  await expect(page.getByText("Subscription has been reactivated")).toBeVisible();
  await expect(plan.getByText("Expiring")).toBeHidden();
});

test("a subscriber upgrades at once, schedules a downgrade, and cancels the downgrade @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const { client } = await ownerApi(page, stack);
  const address = await client.action(api.subscriptions.subscribe, { planType: "STARTER" });
  await checkOut(must(address, "the payment page"), "good");
  await page.goto("/dashboard/subscription");
  const plan = page.getByRole("region", { name: "Current Plan" });
  await page
    .getByRole("article", { name: "Pro" })
    .getByRole("button", { name: "Upgrade Plan" })
    .click();
  await expect(
    page.getByText("Plan upgraded successfully! Changes take effect immediately."),
  ).toBeVisible();
  await expect(plan.getByText("$49 per month")).toBeVisible();

  await page
    .getByRole("article", { name: "Starter" })
    .getByRole("button", { name: "Downgrade Plan" })
    .click();
  await expect(
    page.getByText("Plan will downgrade at the end of your current billing period."),
  ).toBeVisible();
  await expect(plan.getByText(/^Your plan changes to Starter for \$29 per month on/)).toBeVisible();
  await plan.getByRole("button", { name: "Keep Pro" }).click();
  await expect(plan.getByText(/^Your plan changes to Starter/)).toBeHidden();

  await page.getByRole("button", { name: "Check overage" }).click();
  await expect(
    page.getByText("No charge needed. Current overage: 0 minutes. Next charge at: 60 minutes."),
  ).toBeVisible();
});

test("a payment that the bank wants confirmed can be confirmed from a banner @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  await page.goto("/dashboard/subscription");
  const starter = page.getByRole("article", { name: "Starter" });
  await starter.getByRole("button", { name: "Start 7-Day Trial" }).click();
  await page.waitForURL(`${stack.vendors.stripe.url}/**`);
  await fillInCard(page, "4000 0027 6000 3184");
  await page.getByRole("button", { name: "Start trial" }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await page.waitForURL("**/dashboard/subscription?subscription=success");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await endNewestTrial(stack);

  const banner = page.getByRole("status", { name: "Confirm Your Payment" });
  await expect(banner).toContainText("Your bank asks you to confirm $29.00 for your plan.");
  await expectNoFaults(page);
  for (const path of ["/dashboard", "/dashboard/calls"]) {
    await page.goto(path);
    await expect(banner).toBeVisible();
  }
  const [invoice] = await Promise.all([
    page.waitForEvent("popup"),
    banner.getByRole("link", { name: "Confirm payment of $29.00" }).press("Enter"),
  ]);
  await invoice.getByRole("button", { name: "Pay $29.00 with Visa ending in 3184" }).click();
  await invoice.getByRole("button", { name: "Complete authentication" }).click();
  await expect(invoice.getByText("This invoice is paid.")).toBeVisible();
  await expect(banner).toBeHidden();
});

test("extra minutes stop at the spending limit, which can be raised from the message @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const own = await ownerApi(page, stack);
  const { client } = own;
  const address = await client.action(api.subscriptions.subscribe, { planType: "STARTER" });
  await checkOut(must(address, "the payment page"), "good");
  await client.action(api.subscriptions.refreshSubscription, {});
  const embedId = await own.createAssistant("Bakery");
  const [assistant] = await client.query(api.assistants.listAssistants, {});
  const { _id: assistantId } = must(assistant, "the assistant");
  await client.mutation(api.assistants.togglePublishAssistant, { assistantId });
  const stripe = operatorOf(stack);
  const { data } = await stripe.subscriptions.list({ limit: 1 });
  await stripe.subscriptions.update(must(data[0], "the subscription").id, { trial_end: "now" });
  await client.action(api.subscriptions.refreshSubscription, {});
  await page.goto("/dashboard/subscription");
  await expect(page.getByRole("meter", { name: "Extra minutes" })).toHaveAttribute(
    "aria-valuetext",
    "$0.00 of $29.00",
  );
  await own.recordUse(embedId, 250 + 193);
  const banner = page.getByRole("status", { name: "Spending Limit Reached" });
  await expect(banner).toBeVisible();
  await expectNoFaults(page);
  const isServed = async () =>
    (await client.query(api.assistants.getAssistantByEmbedId, { embedId })) !== null;
  expect(await isServed()).toBe(false);

  await page.goto("/dashboard");
  const notice = page.getByText("your extra minutes have reached your spending limit");
  await expect(notice).toBeVisible();
  await banner.getByRole("button", { name: "Raise limit" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Spending limit" });
  const slider = dialog.getByRole("slider", { name: "Spending limit" });
  await slider.press("End");
  await expect(dialog.getByLabel("Limit in dollars")).toHaveValue("200");
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Save limit" }).click();
  await expect(banner).toBeHidden();
  await expect(notice).toBeHidden();
  expect(await isServed()).toBe(true);
});

function operatorOf({ vendors }: Stack): Stripe {
  const { hostname, port } = new URL(vendors.stripe.url);
  return new Stripe(vendors.stripe.secretKey, { host: hostname, port, protocol: "http" });
}

/** Makes the first payment now, which the bank refuses while the owner is absent. */
async function endNewestTrial(stack: Stack): Promise<void> {
  const { subscriptions } = operatorOf(stack);
  const { data } = await subscriptions.list({ limit: 1 });
  const { id } = must(data[0], "the subscription");
  expect((await subscriptions.update(id, { trial_end: "now" })).status).toBe("past_due");
}

test("the billing portal leads back to the app @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const { client } = await ownerApi(page, stack);
  const address = await client.action(api.subscriptions.subscribe, { planType: "PRO" });
  await checkOut(must(address, "the payment page"), null);
  await page.goto("/dashboard/subscription");
  await page.getByRole("button", { name: "Add payment method" }).click();
  await page.waitForURL(`${stack.vendors.stripe.url}/**`);
  await page.getByRole("link", { name: /return/i }).click();
  await page.waitForURL("**/dashboard/subscription");
  await expect(page.getByRole("button", { name: "Add payment method" })).toBeEnabled();
});

test("an owner who leaves the payment page returns to the plans and can try again @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  await page.goto("/dashboard/subscription");
  const start = page
    .getByRole("article", { name: "Pro" })
    .getByRole("button", { name: "Start 7-Day Trial" });
  await start.click();
  await page.waitForURL(`${stack.vendors.stripe.url}/**`);
  await page.getByRole("link", { name: "Back" }).click();
  await page.waitForURL("**/dashboard/subscription?subscription=cancel");
  await expect(page.getByRole("heading", { name: "Subscription Cancelled" })).toBeVisible();
  await expect(page.getByText("You do not have a subscription yet.")).toBeVisible();
  await start.click();
  await page.waitForURL(`${stack.vendors.stripe.url}/**`);
  await page.goBack();
  // The browser may have cached the page as it was left, with its button pressed.
  await expect(start).toBeEnabled();
});

test("an owner writes to sales from a dialog, by keyboard @all", async ({
  signedInOwner: { page },
  allowed,
}) => {
  // This browser has no mail program.
  allowed.push("outbound request: mailto:", "Failed to launch 'mailto:");
  await page.goto("/dashboard/subscription");
  const contact = page.getByRole("button", { name: "Contact Sales" });
  await contact.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Contact Sales" });
  await dialog.getByLabel("Name").fill("Ada");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(contact).toBeFocused();

  await contact.press("Enter");
  await expect(dialog.getByLabel("Name")).toHaveValue("Ada");
  await dialog.getByLabel("Email").fill("ada@bakery.example");
  await dialog.getByLabel("Email").press("Enter");
  // The message is required.
  await expect(dialog.getByLabel("Message")).toBeFocused();
  await dialog.getByLabel("Message").fill("Twenty assistants?");
  const mail = page.waitForRequest(/^mailto:/);
  await dialog.getByRole("button", { name: "Open email" }).press("Enter");
  expect(decodeURIComponent((await mail).url())).toContain("body=Twenty assistants?");
  await expect(page.getByText("Opening email client...")).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("axe finds no violation on the plans @all", async ({ signedInOwner: { page } }) => {
  await page.goto("/dashboard/subscription");
  await expect(page.getByText("You do not have a subscription yet.")).toBeVisible();
  await page.getByRole("button", { name: "Contact Sales" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoFaults(page);
  await page.keyboard.press("Escape");
  await expectNoFaults(page);
});

test("axe finds no violation on a subscriber's page, and it fits every screen @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  await page.goto("/dashboard/subscription");
  const owner = await ownerApi(page, stack);
  const address = await owner.client.action(api.subscriptions.subscribe, { planType: "PRO" });
  await checkOut(must(address, "the payment page"), "good");
  await owner.recordUse(await owner.createAssistant("Front desk"), 1_012);
  await owner.client.action(api.subscriptions.subscribe, { planType: "STARTER" });
  await expect(page.getByText("Usage Limit Exceeded")).toBeVisible();
  await expect(page.getByText(/^Your plan changes to Starter/)).toBeVisible();
  await expectNoFaults(page);
  for (const width of [320, 768, 1920]) {
    await page.setViewportSize({ width, height: 700 });
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
  }
});
