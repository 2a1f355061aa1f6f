import { expectNoFaults } from "../fixtures/axe.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

test("an answer that the form asks for is found in the conversation, and the owner marks it as done", async ({
  signedInOwner: { page },
  stack,
}) => {
  await page.goto("/dashboard/inbox");
  await expect(page.getByText("Nothing here yet")).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("link", { name: "Go to your assistants" }).click();
  await page.getByRole("button", { name: "Create your first assistant" }).click();
  await page.getByLabel("Assistant name").fill("Bakery");
  await page.getByLabel("System prompt").fill("You take orders for a bakery.");
  await page.getByLabel("Assistant goal").fill("Take an order.");
  await page.getByRole("button", { name: "Create Assistant" }).last().click();
  await page.getByRole("link", { name: "Open assistant" }).click();
  await page.getByRole("link", { name: "After the conversation" }).click();
  await page.getByRole("button", { name: "Order", exact: true }).click();
  await page.getByRole("button", { name: "Add another" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Name", { exact: true }).last()).toBeFocused();
  await page.getByLabel("Name", { exact: true }).last().fill("Email address");
  await page.getByLabel("Type").last().selectOption("Email address");
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("All changes are saved.")).toBeVisible();

  const owner = await ownerApi(page, stack);
  const room = await owner.beginCall(await owner.embedIdOf("Bakery"));
  for (const content of [
    "my name is ada lovelace",
    "i would like two loaves of rye for delivery",
    "my number is five five five one two three four and ada at example dot com",
  ]) {
    const message = { role: "user", content };
    room.say({ type: "add-message", message, triggerResponseEnabled: false });
  }
  await page.getByRole("link", { name: "Inbox" }).click();
  room.leave();
  const entry = page.getByRole("button", { name: /Ada Lovelace/ });
  await expect(entry).toBeVisible();
  await expect(page.getByRole("link", { name: /Inbox.*1 unread/ })).toBeVisible();
  await entry.click();
  // The pointer is still on it. The colour of the open entry is 60 % opaque.
  await expect(entry).toHaveCSS("background-color", / 0\.6\)$/);
  const detail = page.getByRole("article", { name: "Ada Lovelace" });
  await expect(detail.getByRole("link", { name: "5551234" })).toHaveAttribute(
    "href",
    "tel:5551234",
  );
  await expect(detail.getByRole("link", { name: "ada@example.com" })).toBeVisible();
  await expect(detail.getByText("Delivery", { exact: true })).toBeVisible();
  await expect(detail.getByRole("region", { name: "Transcript" })).toContainText("rye");
  await expect(page.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();
  await expectNoFaults(page);

  await detail.getByLabel("Note").fill("Baked on Friday.");
  await detail.getByRole("button", { name: "Save note" }).click();
  await expect(detail.getByRole("button", { name: "Save note" })).toBeHidden();
  await page.keyboard.press("e");
  await expect(entry.getByText("Done")).toBeVisible();
  await page.reload();
  await expect(detail.getByLabel("Note")).toHaveValue("Baked on Friday.");

  await page.setViewportSize({ width: 375, height: 700 });
  await expect(detail).toBeVisible();
  await expect(entry).toBeHidden();
  await page.getByRole("button", { name: "Back to the inbox" }).click();
  await expect(entry).toBeVisible();
});

test("an entry opens in sight however far down it is, and the list keeps its place @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  const bakery = await owner.createAssistant("Bakery");
  for (let caller = 0; caller < 16; caller += 1) {
    const found = [{ key: "name", value: `Caller ${caller}` }];
    const outcome = { found, unanswered: [], mood: "neutral" as const, language: "en" };
    await owner.recordCall(bakery, { outcome });
  }
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  const entry = page.getByRole("button", { name: /Caller 1\b/ });
  const detail = page.getByRole("article", { name: "Caller 1", exact: true });

  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto("/dashboard/inbox");
  await entry.scrollIntoViewIfNeeded();
  const place = await scrolled();
  expect(place).toBeGreaterThan(200);
  await entry.click();
  await expect(detail.getByRole("heading", { name: "Caller 1" })).toBeInViewport();
  await expect(detail.getByRole("region", { name: "Transcript" })).toBeVisible();
  expect(await scrolled()).toBe(place);
  expect((await detail.boundingBox())?.height).toBeLessThan(700);

  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto("/dashboard/inbox");
  for (const goBack of [
    () => page.getByRole("button", { name: "Back to the inbox" }).click(),
    () => page.goBack(),
  ]) {
    await entry.scrollIntoViewIfNeeded();
    const placeOnPhone = await scrolled();
    expect(placeOnPhone).toBeGreaterThan(200);
    await entry.click();
    await expect(detail.getByRole("heading", { name: "Caller 1" })).toBeInViewport();
    await expect(entry).toBeHidden();
    await goBack();
    await expect(entry).toBeInViewport();
    await expect(page).toHaveURL("/dashboard/inbox");
    expect(await scrolled()).toBe(placeOnPhone);
    await expect(entry).toBeFocused();
  }
});
