/** From the first assistant to the button on a website, and its deletion. */
import type { Locator, Page } from "@playwright/test";
import { createAssistant, fillInAssistant } from "../fixtures/assistants.ts";
import { withHostSite } from "../fixtures/host-site.ts";
import { subscribe } from "../fixtures/subscribe.ts";
import { expect, test } from "../fixtures/test.ts";

const NAME = `Rosa's "Best" <b>Bread</b> & Söhne 🥐`;

const HOURS = {
  name: "hours.txt",
  mimeType: "text/plain",
  buffer: Buffer.from("We are open from seven to six."),
};

test("an assistant is created, heard, edited, published, put on a website and deleted", async ({
  signedInOwner: { page },
  stack,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Create your first assistant" }).click();
  await fillInAssistant(page, "Front desk");
  await page.getByLabel("Knowledge file").setInputFiles(HOURS);
  await page.getByRole("button", { name: "Play the preview of Lily" }).click();
  await page.getByRole("button", { name: "Play the preview of Brian" }).click();
  await expect(page.getByRole("button", { name: /^Stop the preview/ })).toHaveCount(1);
  await page.getByText("Daniel", { exact: true }).click();
  await expect(page.getByText("If Daniel is unavailable, calls use Elliot.")).toBeVisible();
  const fallback = page.waitForResponse("**/voice-previews/elliot.wav");
  await page.getByRole("button", { name: "Play the preview of Elliot" }).click();
  expect((await fallback).ok()).toBe(true);
  await expect(page.getByRole("button", { name: /^Stop the preview/ })).toHaveCount(1);
  await page.getByRole("form").getByRole("button", { name: "Create Assistant" }).click();
  const draft = page.getByRole("article", { name: "Front desk" });
  await expect(draft.getByText("Draft")).toBeVisible();
  await expect(draft.getByText("Take an order.")).toBeVisible();
  await expect(draft.getByText("Daniel")).toBeVisible();
  await expect(draft.getByText("hours.txt")).toBeVisible();

  await draft.getByRole("button", { name: "Requires Subscription" }).click();
  await expect(page.getByText(/^Active subscription required to publish/)).toBeVisible();
  await subscribe(page, stack, "STARTER");
  await page.goto("/dashboard");

  await page.getByRole("button", { name: "Edit Front desk" }).click();
  await expect(page.getByText("Current file: hours.txt")).toBeVisible();
  await page.getByLabel("Assistant name").fill(NAME);
  await page.getByRole("tab", { name: "Widget Styling" }).click();
  await page.getByTitle("Purple").click();
  const preview = page.getByRole("img", { name: /^Purple button/ });
  await expect(preview).toBeVisible();
  // Beside the choices, which are higher, its two grounds still fill it.
  expect((await preview.boundingBox())?.height).toBeLessThan(150);
  await page.getByRole("button", { name: "Update Assistant" }).click();
  await expect(page.getByText("Assistant updated successfully!")).toBeVisible();

  const card = page.getByRole("article", { name: NAME });
  await card.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Assistant published!")).toBeVisible();
  await expect(card.getByText("Live")).toBeVisible();
  await card.getByRole("button", { name: "Code" }).click();
  await card.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByText("Embed code copied to clipboard!")).toBeVisible();
  const snippet = await page.evaluate(() => navigator.clipboard.readText());
  await withHostSite(async (site) => {
    const visitor = await context.newPage();
    await visitor.goto(site.publish({ body: `<h1>A bakery</h1>${snippet}` }));
    await expectTheFrame(visitor);
    await visitor.close();
  });

  page.once("dialog", (dialog) => {
    expect(dialog.message()).toBe(`Are you sure you want to delete "${NAME}"?`);
    void dialog.accept();
  });
  await card.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(`Assistant "${NAME}" deleted.`)).toBeVisible();
  await expect(page.getByText("No assistants yet")).toBeVisible();
});

/** It is round, in its corner, with its full name, and has all attributes of the snippet. */
async function expectTheFrame(visitor: Page): Promise<void> {
  const frame = visitor.getByTitle(`${NAME} AI Assistant`, { exact: true });
  await expect(frame).toHaveAttribute("allow", "microphone; autoplay");
  await expect(frame).toHaveCSS("border-radius", "50%");
  const { width, height } = visitor.viewportSize() ?? { width: 0, height: 0 };
  const box = { x: width - 110, y: height - 110, width: 90, height: 90 };
  expect(await frame.boundingBox()).toEqual(box);
  await expect(visitor.locator("body > *")).toHaveCount(2);
  const address = /^http:\/\/127\.0\.0\.1:\d+\/widget\/[0-9a-f-]{36}$/;
  expect(visitor.frames()[1]?.url()).toMatch(address);
  const button = frame.contentFrame().getByRole("button", { name: "Start voice chat" });
  await expect(button).toBeVisible();
}

test("an owner subscribes, creates an assistant and publishes it with the keyboard alone @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  await expect(page.getByText("No assistants yet")).toBeVisible();
  await tabTo(page, "Subscription");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Starter" })).toBeVisible();
  await tabTo(page, "Start 7-Day Trial");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${stack.vendors.stripe.url}/**`);
  await payByKeyboard(page);
  await page.waitForURL("**/dashboard/subscription?subscription=success");
  await expect(page.getByText("You can publish your assistants now.")).toBeVisible();
  await tabTo(page, "Assistants");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No assistants yet")).toBeVisible();

  await tabTo(page, "Create Assistant");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Assistant name")).toBeFocused();
  await page.keyboard.type("By hand");
  await page.keyboard.press("Tab");
  await page.keyboard.type("A prompt.");
  await page.keyboard.press("Tab");
  await page.keyboard.type("A goal.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Charlie" })).toBeChecked();
  await tabBackTo(page, "Assistant Settings");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, "Blue");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, "Create Assistant");
  await page.keyboard.press("Enter");

  const card = page.getByRole("article", { name: "By hand" });
  await expect(card.getByText("Charlie")).toBeVisible();
  await tabTo(page, "Publish By hand");
  await page.keyboard.press("Enter");
  await expect(card.getByText("Live")).toBeVisible();
  await tabTo(page, "Code for By hand");
  await page.keyboard.press("Enter");
  await tabTo(page, "Copy");
});

async function payByKeyboard(page: Page): Promise<void> {
  const card = page.getByLabel("Card number");
  await expect(card).toBeVisible();
  for (let press = 0; press < 40 && !(await isFocused(card)); press++) {
    await page.keyboard.press("Tab");
  }
  for (const typed of ["4242424242424242", "1239", "123", "Ada Owner"]) {
    await page.keyboard.type(typed);
    await page.keyboard.press("Tab");
  }
  await expect(page.getByRole("button", { name: "Start trial" })).toBeFocused();
  await page.keyboard.press("Enter");
}

const isFocused = (field: Locator) => field.evaluate((element) => element.matches(":focus"));

const tabTo = (page: Page, name: string) => pressUntilFocused(page, "Tab", name);
const tabBackTo = (page: Page, name: string) => pressUntilFocused(page, "Shift+Tab", name);

/** Moves to the next control with this name. No page needs more presses than this. */
async function pressUntilFocused(page: Page, key: string, name: string): Promise<void> {
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press(key);
    const focused = page.locator(":focus");
    if ((await focused.count()) === 0) continue;
    if ((await focused.evaluate(nameOf)) === name) return;
  }
  throw new Error(`${key} does not lead to "${name}"`);
}

function nameOf(element: Element): string {
  return element.ariaLabel ?? element.textContent.trim();
}

test("leaving a form with unsaved changes asks first @all", async ({ signedInOwner: { page } }) => {
  const questions: string[] = [];
  let willLeave = false;
  page.on("dialog", (dialog) => {
    questions.push(dialog.message());
    void (willLeave ? dialog.accept() : dialog.dismiss());
  });
  await createAssistant(page, "Front desk");
  await page.getByRole("link", { name: "Analytics" }).click();
  await page.goBack();
  await page.getByRole("button", { name: "Edit Front desk" }).click();
  await page.getByLabel("Assistant name").fill("Night desk");
  await page.getByRole("link", { name: "Analytics" }).click();
  await page.evaluate(() => window.history.forward());
  await expect.poll(() => questions).toHaveLength(2);
  await page.getByRole("button", { name: "Create Assistant" }).click();
  await expect(page.getByLabel("Assistant name")).toHaveValue("Night desk");
  const question = "Are you sure you want to leave? Your changes may not be saved.";
  expect(questions).toEqual([question, question, question]);

  willLeave = true;
  await page.getByRole("link", { name: "Analytics" }).click();
  await expect(page).toHaveURL("/dashboard/calls");
});
