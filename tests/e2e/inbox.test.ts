import { readFile } from "node:fs/promises";
import { expectNoFaults } from "../fixtures/axe.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

const outcome = (found: Record<string, string | number | boolean>, unanswered: string[] = []) => ({
  found: Object.entries(found).map(([key, value]) => ({ key, value })),
  unanswered,
  mood: "positive" as const,
  language: "en",
});

test("what the form asks for is found in what was said, and is seen to", async ({
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
  await page.getByRole("tab", { name: "After the call" }).click();
  await page.getByRole("button", { name: "Order", exact: true }).click();
  await page.getByRole("button", { name: "Add another" }).click();
  await page.getByRole("button", { name: "Create Assistant" }).last().click();
  await expect(page.getByLabel("Name", { exact: true }).last()).toBeFocused();
  await page.getByLabel("Name", { exact: true }).last().fill("E-mail address");
  await page.getByLabel("Kind").last().selectOption("E-mail address");
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Create Assistant" }).last().click();
  await expect(page.getByRole("article", { name: "Bakery" })).toBeVisible();

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
});

test("keys that come before the page has settled act on the entry they went to", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  const bakery = await owner.createAssistant("Bakery");
  await owner.recordCall(bakery, { outcome: outcome({ name: "Ada" }) });
  await owner.recordCall(bakery, { outcome: outcome({ name: "Grace" }) });
  await page.goto("/dashboard/inbox");
  const entries = page.getByRole("list", { name: "Entries" }).getByRole("button");
  await expect(entries).toHaveCount(2);
  await page.keyboard.press("j");
  await expect(page.getByRole("article", { name: "Grace" })).toBeVisible();

  // Up as soon as Ada is drawn, and done before the page has drawn that: what is read is told at such a moment, which
  // is stretched here to more than the page does in one piece.
  await page.evaluate(() => {
    const press = (key: string) => window.dispatchEvent(new KeyboardEvent("keydown", { key }));
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => press("e"));
    port1.start();
    const drawn = new MutationObserver(() => {
      if (document.querySelector('article[aria-label="Ada"]') === null) return;
      drawn.disconnect();
      press("k");
      const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, "send") ?? {};
      Object.defineProperty(WebSocket.prototype, "send", {
        ...own,
        value(this: WebSocket, told: string) {
          Object.defineProperty(WebSocket.prototype, "send", own);
          port2.postMessage("e");
          const until = performance.now() + 50;
          while (performance.now() < until);
          this.send(told);
        },
      });
    });
    drawn.observe(document.body, { childList: true, subtree: true });
    press("j");
  });
  await expect(entries.filter({ hasText: "Grace" }).getByText("Done")).toBeVisible();
});

test("entries are gone through by key, filtered, searched and saved", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  const bakery = await owner.createAssistant("Bakery");
  const garage = await owner.createAssistant("Garage");
  await owner.recordCall(bakery, { outcome: outcome({ name: "Ada" }) });
  await owner.recordCall(bakery, { outcome: outcome({ name: "Grace" }) });
  await owner.recordCall(garage, { outcome: outcome({}, ["Do you sell tyres?"]) });
  await page.goto("/dashboard/inbox");
  const entries = page.getByRole("list", { name: "Entries" }).getByRole("button");
  await expect(entries).toHaveCount(3);

  await page.keyboard.press("j");
  await expect(page.getByRole("article")).toContainText("Do you sell tyres?");
  await page.keyboard.press("j");
  await expect(page.getByRole("article", { name: "Grace" })).toBeVisible();
  await page.keyboard.press("k");
  await page.keyboard.press("e");
  await expect(entries.first().getByText("Done")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("article", { name: "Grace" })).toBeVisible();

  await page.getByLabel("Status").first().selectOption("Done");
  await expect(entries).toHaveCount(1);
  await page.getByLabel("Status").first().selectOption("All");
  await page.getByLabel("Assistant").selectOption("Bakery");
  await expect(entries).toHaveCount(2);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const saved = await readFile(await (await download).path(), "utf8");
  expect(saved.trimEnd().split("\r\n")).toHaveLength(3);
  expect(saved).toContain("Grace");
  await page.getByLabel("Search").fill("ada");
  await expect(entries).toHaveCount(1);
  await page.getByLabel("Search").fill("nobody");
  await expect(page.getByText("Nothing in your inbox fits.")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(entries).toHaveCount(3);

  await page.setViewportSize({ width: 375, height: 700 });
  await expect(page.getByRole("article", { name: "Grace" })).toBeVisible();
  await expect(entries.first()).toBeHidden();
  await page.getByRole("button", { name: "Back to the inbox" }).click();
  await expect(entries.first()).toBeVisible();
});
