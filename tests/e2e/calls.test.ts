import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectNoFaults } from "../fixtures/axe.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

async function expectToFit(page: Page) {
  for (const width of [320, 768, 1920]) {
    await page.setViewportSize({ width, height: 700 });
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
  }
}

test("a call appears without a reload, with its transcript and recording", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  const embedId = await owner.createAssistant("Front desk");
  await page.goto("/dashboard/calls");
  await expect(page.getByText(/^No calls found\./)).toBeVisible();

  const room = await owner.beginCall(embedId);
  const row = page.getByRole("row", { name: /Front desk/ });
  await expect(row.getByText("In progress")).toBeVisible();
  await room.waitFor(({ type }) => type === "transcript" || type === "conversation-update");
  room.leave();
  await expect(row.getByText("Ended", { exact: true })).toBeVisible();

  await row.getByRole("button", { name: /^Details of call/ }).click();
  await expect(page.getByText("Customer Ended Call")).toBeVisible();
  await expect(page.getByText("Successful", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Transcript" })).toContainText("Front desk");
  const recording = page.getByRole("link", { name: /Open recording/ });
  await expect(recording).toBeVisible();
  await expect(recording).toHaveAttribute("target", "_blank");
  const sound = await page.request.get((await recording.getAttribute("href")) ?? "");
  expect(sound.headers()["content-type"]).toMatch(/^audio\//);
  expect((await sound.body()).length).toBeGreaterThan(1_000);
  await expect(page.getByRole("region", { name: "Total Calls" })).toContainText(
    "100% completion rate",
  );
});

test("the URL's filters narrow down the calls, and the export holds the calls shown @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  const bakery = await owner.createAssistant("Bakery");
  const garage = await owner.createAssistant("Garage");
  await owner.recordCall(bakery);
  await owner.recordCall(bakery, { summary: "Two loaves, to be fetched on Sunday." });
  await owner.recordCall(garage, { summary: "A tyre, by Sunday." });
  const rows = page.getByRole("button", { name: /^Details of call/ });

  await page.goto("/dashboard/calls");
  await expect(rows).toHaveCount(3);
  await page.getByLabel("Assistant").selectOption("Bakery");
  await expect(rows).toHaveCount(2);
  await page.getByLabel("Search").fill("sunday");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/\?assistant=[^&]+&q=sunday$/);

  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(page.getByLabel("Search")).toHaveValue("sunday");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const saved = await readFile(await (await download).path(), "utf8");
  expect(saved.trimEnd().split("\r\n")).toHaveLength(2);
  expect(saved).toContain('"Two loaves, to be fetched on Sunday."');

  await page.getByLabel("Status").selectOption("Queued");
  await expect(page.getByText("No calls match your search and filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(/\/dashboard\/calls$/);
});

test("Trends has an address of its own, and a day's bar leads to the calls of that day @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  const bakery = await owner.createAssistant("Bakery");
  await owner.recordCall(bakery);
  await owner.recordCall(await owner.createAssistant("Garage"));
  const rows = page.getByRole("button", { name: /^Details of call/ });
  const tabs = page.getByRole("navigation", { name: "Call Analytics" });

  await page.goto("/dashboard/calls?q=bakery");
  await tabs.getByRole("link", { name: "Trends" }).click();
  await expect(page).toHaveURL("/dashboard/calls/trends?q=bakery");
  await page.getByLabel("Assistant").selectOption("Bakery");
  await expect(page.getByRole("img", { name: "Calls per day: 1 call" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("img", { name: "Calls per day: 1 call" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Analytics" })).toHaveAttribute(
    "aria-current",
    "page",
  );

  await page.getByRole("figure").filter({ hasText: "Calls per day" }).locator("a").click();
  await expect(page).toHaveURL(/\/dashboard\/calls\?assistant=[^&]+&from=[^&]+&to=[^&]+$/);
  await expect(rows).toHaveCount(1);
  await page.goBack();
  await expect(tabs.getByRole("link", { name: "Trends" })).toHaveAttribute("aria-current", "page");
  await page.getByText("Show as a table").first().click();
  await page.getByRole("link", { name: /^Calls on / }).click();
  await expect(rows).toHaveCount(1);
});

test("call outcomes are counted, and an unanswered question is answered in place @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  const bakery = await owner.createAssistant("Bakery");
  const asking = (...unanswered: string[]) => ({
    outcome: { found: [], unanswered, mood: "neutral" as const, language: "en" },
  });
  await owner.recordCall(bakery, asking("Do you sell tyres?"));
  await owner.recordCall(bakery, { ...asking("Is there parking?"), isSuccessful: false });
  await owner.recordCall(bakery, asking("Where can I park?"));
  await page.goto("/dashboard/calls/trends");
  const card = page.getByRole("region", { name: "Outcomes", exact: true });
  await expect(card).toContainText("Success rate67%");
  await page.getByLabel("Period").selectOption("Last 7 days");
  await expect(card).toContainText("3(0 in the previous 7 days)");
  await expect(card.getByRole("listitem").first()).toContainText("Asked 2 times, to Bakery");
  await card.getByText("Show as a table").click();
  await expectNoFaults(page);

  await owner.recordCall(bakery, asking("Any parking?"));
  await expect(card.getByText("4 entries")).toBeVisible();
  await expect(card.getByRole("listitem").first()).toContainText("Asked 3 times, to Bakery");
  await card.getByRole("button", { name: "What it said to: Any parking?" }).click();
  const conversation = card.getByRole("link", { name: "Open the conversation" });
  await expectNoFaults(page);
  await conversation.click();
  const entry = page.getByRole("article");
  await expect(entry.getByText("Any parking?")).toBeVisible();
  await expect(entry.getByRole("region", { name: "Transcript" })).toBeVisible();
  await page.goBack();
  await card.getByRole("button", { name: "Add an answer to Bakery: Any parking?" }).click();
  await expect(card.getByLabel("Answer", { exact: true })).toBeFocused();
  await expectNoFaults(page);
  await page.keyboard.type("Behind the shop.");
  await page.keyboard.press("Enter");
  await expect(card.getByRole("status")).toBeFocused();
  await expectNoFaults(page);
  await page.reload();
  await expect(card.getByRole("listitem")).toHaveText([/^Do you sell tyres\?/]);
});

test("hundreds of calls load page by page, and only those near the viewport are rendered @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  // Two writes a call, which a busy machine takes its time for.
  test.slow();
  const owner = await ownerApi(page, stack);
  // An assistant takes thirty calls at once, and no more for a while.
  for (let assistant = 0; assistant < 8; assistant += 1) {
    const embedId = await owner.createAssistant(assistant === 0 ? "The first" : "A later one");
    for (let call = 0; call < 28; call += 1) await owner.recordCall(embedId);
  }
  await page.goto("/dashboard/calls");
  await expect(page.getByRole("region", { name: "Total Calls" })).toContainText("224");
  const oldest = page.getByRole("row", { name: /The first/ });
  await page.keyboard.press("End");
  await expect(oldest).toHaveCount(28);
  await expect(page.getByText("Loading older calls...")).toBeHidden();
  const rows = page.getByRole("button", { name: /^Details of call/ });
  await expect.poll(() => rows.count()).toBeLessThan(224);

  await page.keyboard.press("Home");
  await expect(oldest).toHaveCount(0);
  await rows.first().press("Enter");
  await expect(page.getByText("They asked when the bakery opens.")).toBeVisible();
});

test("axe finds no violation on the analytics page @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  await page.goto("/dashboard/calls");
  await expect(page.getByText(/^No calls found\./)).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("link", { name: "Trends" }).click();
  await expect(page.getByRole("heading", { name: "No calls yet" })).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("link", { name: "Calls", exact: true }).click();
  await owner.recordCall(await owner.createAssistant("Bakery"), { endedReason: "assistant-error" });
  await page.getByRole("button", { name: /^Details of call/ }).click();
  await expect(page.getByText("Assistant Error")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expectNoFaults(page);
  await expectToFit(page);
  await page.getByRole("link", { name: "Trends" }).click();
  await page.getByLabel("Period").selectOption("Custom dates");
  for (const table of await page.getByText("Show as a table").all()) await table.click();
  await expectNoFaults(page);
  await expectToFit(page);
});
