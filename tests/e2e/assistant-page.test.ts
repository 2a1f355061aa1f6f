/** The page of one assistant: its sections, and the assistant to try beside them. */
import type { Page } from "@playwright/test";
import type { Stack } from "../../tools/start/stack.ts";
import { ASSISTANT_SECTIONS } from "../../src/lib/routes.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

async function openAssistant(page: Page, stack: Stack) {
  const owner = await ownerApi(page, stack);
  await owner.createAssistant("Front desk");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Front desk", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Front desk" })).toBeVisible();
  return owner;
}

function tryIt(page: Page) {
  const pane = page.getByRole("region", { name: "Try it", exact: true });
  const frame = pane.getByTitle("Front desk AI Assistant").contentFrame();
  return { pane, button: (name: string) => frame.getByRole("button", { name }) };
}

test("an owner talks to unsaved settings, and the call goes on while they open another section", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await openAssistant(page, stack);
  await page.getByRole("link", { name: "Conversation", exact: true }).click();
  const { pane, button } = tryIt(page);
  await page.getByLabel("Greeting", { exact: true }).fill("Rye and wheat, good morning!");
  await expect(pane.getByText(/It already uses your unsaved changes/)).toBeVisible();
  await expectNoFaults(page);

  await button("Start voice chat").click();
  await expect(pane.getByText("Your assistant is listening.")).toBeVisible();
  await expect(pane.getByRole("log")).toContainText("Rye and wheat, good morning!");
  page.once("dialog", (question) => void question.accept());
  await page.getByRole("link", { name: "Privacy" }).first().click();
  await expect(page.getByRole("checkbox", { name: "Record calls" })).toBeVisible();
  await expect(button("Stop voice chat")).toBeVisible();
  await button("Stop voice chat").click();
  await expect(pane.getByText("Length")).toBeVisible();
  await expect(pane.getByText("Cost at the voice service")).toBeVisible();
  await expect(pane.getByRole("link", { name: "View the call" })).toBeVisible();

  await page.getByRole("link", { name: "Conversation", exact: true }).click();
  await expect(page.getByLabel("Greeting", { exact: true })).not.toHaveValue(/Rye/);
  expect(await owner.embedIdOf("Front desk")).toBeTruthy();
});

test("an owner types with unsaved settings, by keyboard, and starts over @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  await openAssistant(page, stack);
  await page.getByRole("link", { name: "Conversation", exact: true }).click();
  const { pane } = tryIt(page);
  await page.getByLabel("Greeting", { exact: true }).fill("Rye and wheat, good morning!");
  await pane.getByRole("button", { name: "Type instead" }).press("Enter");
  const frame = pane.getByTitle("Front desk AI Assistant").contentFrame();
  const messages = frame.getByRole("log").getByRole("listitem");
  await expect(messages).toHaveText([/Rye and wheat, good morning!/]);
  await expect(frame.getByRole("textbox", { name: "Your message" })).toBeFocused();
  await page.keyboard.type("When do you open?");
  await page.keyboard.press("Enter");
  await expect(messages).toHaveText([/Rye and wheat/, /When do you open/, /Front desk: ./]);
  await expect(pane.getByText(/9\.9 test minutes left/)).toBeVisible();
  await expect(frame.getByRole("button", { name: "Start voice chat" })).toBeHidden();
  await expectNoFaults(page);

  await frame.getByRole("button", { name: "Start over" }).click();
  await frame.getByRole("button", { name: "Start over" }).click();
  await expect(messages).toHaveText([/Rye and wheat, good morning!/]);
  await pane.getByRole("button", { name: "Talk instead" }).click();
  await expect(tryIt(page).button("Start voice chat")).toBeVisible();
  await page.goto("/dashboard/calls/typed");
  await page
    .getByRole("row", { name: /Front desk/ })
    .getByRole("button")
    .click();
  await expect(page.getByText("You, as a test")).toBeVisible();
});

test("an owner answers in place what visitors asked, and the assistant then says it", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await openAssistant(page, stack);
  await owner.recordCall(await owner.embedIdOf("Front desk"), {
    outcome: { found: [], unanswered: ["Is there parking?"], mood: "neutral", language: "en" },
  });
  const week = page.getByRole("region", { name: "The last 7 days" });
  await week.getByRole("button", { name: "Add an answer to Front desk" }).press("Enter");
  await page.keyboard.type("Yes, behind the old mill.");
  await page.keyboard.press("Enter");
  await expect(week.getByRole("status")).toHaveText(
    "Answered. Your assistant knows it in a few seconds.",
  );
  await owner.waitForSync();

  const { pane } = tryIt(page);
  await pane.getByRole("button", { name: "Type instead" }).click();
  const frame = pane.getByTitle("Front desk AI Assistant").contentFrame();
  await frame.getByRole("textbox", { name: "Your message" }).fill("Is there parking?");
  await page.keyboard.press("Enter");
  await expect(frame.getByRole("log")).toContainText("behind the old mill");
});

test("the button to try has the look that is not saved yet @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  await openAssistant(page, stack);
  await page.getByRole("link", { name: "Settings and styling" }).click();
  const { button } = tryIt(page);
  const face = button("Start voice chat");
  await expect(face).toHaveCSS("background-color", "rgb(59, 130, 246)");
  await page.getByTitle("Teal").click();
  await page.getByTitle("Large, 64 pixels").click();
  await expect(face).toHaveCSS("background-color", "rgb(20, 184, 166)");
  await expect(face).toHaveCSS("width", "64px");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(face).toHaveCSS("background-color", "rgb(59, 130, 246)");
});

test("no call starts with a form that is not filled in, and the owner reads why @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  await openAssistant(page, stack);
  await page.getByRole("link", { name: "Settings and styling" }).click();
  await page.getByLabel("System prompt").fill(" ");
  const { pane, button } = tryIt(page);
  await button("Start voice chat").click();
  await expect(pane.getByRole("status").first()).toHaveText(
    "Please fill in the assistant name, system prompt, and assistant goal.",
  );
});

test("the overview leads through the first steps, and goes by what was done", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await openAssistant(page, stack);
  const steps = page.getByRole("region", { name: "Next steps" });
  await expect(steps.getByRole("listitem")).toHaveCount(5);
  await expect(steps.getByText("To do: Try it")).toBeVisible();
  const room = await owner.beginCall(await owner.embedIdOf("Front desk"));
  await expect(steps.getByText("Done: Try it")).toBeVisible();
  room.leave();
  await steps.getByRole("link", { name: "Get the embed code" }).click();
  await expect(page).toHaveURL(/\/sites$/);
  await page.goBack();
  await expect(page.getByRole("region", { name: "The last 7 days" })).toBeVisible();
});

for (const width of [1280, 375]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds no violation in any section at ${width} pixels, ${colorScheme} @all`, async ({
      signedInOwner: { page },
      stack,
    }) => {
      await openAssistant(page, stack);
      const address = page.url();
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      for (const section of ASSISTANT_SECTIONS) {
        await page.goto(section === "overview" ? address : `${address}/${section}`);
        await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
        await expectNoFaults(page);
        const room = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(room, section).toBeLessThanOrEqual(width);
      }
    });
  }
}

test("on a phone the assistant to try opens over the page and closes by keyboard @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  await openAssistant(page, stack);
  await page.setViewportSize({ width: 375, height: 700 });
  const pane = page.getByRole("dialog", { name: "Try it" });
  await expect(pane).toBeHidden();
  const opener = page.getByRole("button", { name: "Try it", exact: true });
  await opener.press("Enter");
  await expect(pane.getByRole("heading", { name: "Try it" })).toBeFocused();
  await expectNoFaults(page);
  await page.keyboard.press("Escape");
  await expect(pane).toBeHidden();
  await expect(opener).toBeFocused();
});

test("an assistant of somebody else is not found", async ({ signedInOwner: { page }, stack }) => {
  await openAssistant(page, stack);
  await page.goto("/dashboard/assistants/nobodys");
  await expect(page.getByRole("heading", { name: "Assistant not found" })).toBeVisible();
  await expectNoFaults(page);
});
