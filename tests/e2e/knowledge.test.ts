/** What an owner adds for an assistant to know, and what the assistant then says. */
import type { Page } from "@playwright/test";
import { expectNoFaults } from "../fixtures/axe.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { setVariables } from "../fixtures/stack.ts";
import { expect, test } from "../fixtures/test.ts";
import { hostWebsite, htmlPage } from "../fixtures/website-host.ts";

/** Types a question to the assistant in a new conversation, and reads the answer. */
async function expectAnswer(page: Page, question: string, answer: RegExp): Promise<void> {
  const pane = page.getByRole("region", { name: "Try it", exact: true });
  await pane.getByRole("button", { name: "Type instead" }).click();
  const frame = pane.getByTitle("Front desk AI Assistant").contentFrame();
  const messages = frame.getByRole("log").getByRole("listitem");
  await frame.getByRole("textbox", { name: "Your message" }).fill(question);
  await page.keyboard.press("Enter");
  await expect(messages.last()).toHaveText(answer);
  await pane.getByRole("button", { name: "Talk instead" }).click();
}

test("an owner adds answers, a file and a note, and the assistant knows them", async ({
  signedInOwner: { page },
  stack,
}) => {
  await (await ownerApi(page, stack)).createAssistant("Front desk");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Front desk", exact: true }).click();
  await page.getByRole("link", { name: "Knowledge", exact: true }).click();
  await expect(page.getByText("No answers yet.")).toBeVisible();
  await page.getByLabel("Question").fill("Can I bring my dog?");
  await page.getByLabel("Answer", { exact: true }).fill("Of course, there is water at the door.");
  await page.getByRole("button", { name: "Add answer" }).click();
  await expect(page.getByText("Answer saved.")).toBeVisible();
  await page
    .getByLabel("Add a file")
    .first()
    .setInputFiles({
      name: "prices.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("A seeded roll costs 2 dollars."),
    });
  await expect(page.getByText("prices.txt was added.")).toBeVisible();
  await expect(page.getByText("Your assistant knows everything on this page.")).toBeVisible();
  await expectNoFaults(page);
  await expectAnswer(page, "Can I bring a dog?", /water at the door/);
  await expectAnswer(page, "How much is a seeded roll?", /2 dollars/);

  await page.getByRole("link", { name: "Today's notes" }).click();
  await page.getByLabel("Note", { exact: true }).fill("Dr. Weber is ill until Thursday");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("list", { name: "Current notes" })).toContainText("Dr. Weber");
  await expectNoFaults(page);
  await expectAnswer(page, "Is Dr. Weber there?", /ill until Thursday/);
  await page.getByRole("button", { name: "End now: Dr. Weber is ill until Thursday" }).click();
  await expect(page.getByText("No notes.")).toBeVisible();

  await page.getByRole("link", { name: "Knowledge", exact: true }).click();
  await page.getByRole("button", { name: "Remove the answer to “Can I bring my dog?”" }).click();
  await page.getByRole("button", { name: "Remove prices.txt" }).click();
  await expect(page.getByText("No further files.")).toBeVisible();
  await expect(page.getByText("Your assistant knows everything on this page.")).toBeVisible();
  await expectAnswer(page, "How much is a seeded roll?", /no answer/);
});

test("an owner chooses the pages of a website, and the assistant knows them @all", async ({
  signedInOwner: { page },
  stack,
  allowed,
}) => {
  allowed.push("[CONVEX M(websites:addWebsite)]");
  const link = (path: string) => `<a href="${path}">More</a>`;
  const site = await hostWebsite({
    "/": htmlPage("Linden Bakery", `<p>Bread since 1921.</p>${link("/prices")}${link("/gone")}`),
    "/prices": htmlPage("Prices", "<p>A seeded roll costs 2 dollars.</p>"),
  });
  await setVariables(stack, { LOCAL_WEBSITES: site.url });
  try {
    await (await ownerApi(page, stack)).createAssistant("Front desk");
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Front desk", exact: true }).click();
    await page.getByRole("link", { name: "Knowledge", exact: true }).click();
    const card = page.getByRole("region", { name: "Websites" });
    await card.getByLabel("Address of your website").fill("ftp://bakery");
    await card.getByRole("button", { name: "Find pages" }).click();
    await expect(page.getByText(/starts with https/)).toBeVisible();
    await card.getByLabel("Address of your website").fill(site.url);
    await card.getByRole("button", { name: "Find pages" }).click();
    await expect(card.getByText("3 pages found.")).toBeVisible();
    await expectNoFaults(page);
    await card.getByRole("checkbox", { name: "Linden Bakery" }).uncheck();
    await card.getByRole("button", { name: "Read 2 pages" }).click();
    await expect(card.getByText(/^1 page, read on/)).toBeVisible();
    await expect(card.getByText("/gone: This page does not exist (404).")).toBeVisible();
    await expect(page.getByText("Your assistant knows everything on this page.")).toBeVisible();
    await expectNoFaults(page);
    await expectAnswer(page, "How much is a seeded roll?", /2 dollars/);
  } finally {
    await setVariables(stack, { LOCAL_WEBSITES: "" });
    await site.close();
  }
});
