import { randomUUID } from "node:crypto";
import { newAccount, signUp } from "../fixtures/account.ts";
import { createAssistant, fillInAssistant } from "../fixtures/assistants.ts";
import { expect, test } from "../fixtures/test.ts";

test("the first assistant is created from the empty page and shown as a draft", async ({
  signedInOwner: { page },
}) => {
  await expect(page.getByRole("heading", { name: "Your AI Voice Assistants" })).toBeVisible();
  await expect(page.getByText("No assistants yet")).toBeVisible();
  await createAssistant(page, "Front desk");
  await expect(page.getByText("Assistant created successfully!")).toBeVisible();
  const card = page.getByRole("article", { name: "Front desk" });
  await expect(card.getByText("Draft")).toBeVisible();
  await expect(card.getByText("Take an order.")).toBeVisible();
  await expect(card.getByText("Jessica")).toBeVisible();
  await expect(page.getByText("No assistants yet")).toBeHidden();
});

test("a second tab shows a new assistant, and its end, without a reload", async ({
  signedInOwner: { page },
  context,
}) => {
  const other = await context.newPage();
  await other.goto("/dashboard");
  await expect(other.getByText("No assistants yet")).toBeVisible();
  await createAssistant(page, "Front desk");
  await expect(other.getByRole("article", { name: "Front desk" })).toBeVisible();

  other.once("dialog", (dialog) => {
    expect(dialog.message()).toBe('Are you sure you want to delete "Front desk"?');
    void dialog.accept();
  });
  await other.getByRole("button", { name: "Delete Front desk" }).click();
  await expect(other.getByText('Assistant "Front desk" deleted.')).toBeVisible();
  await expect(page.getByText("No assistants yet")).toBeVisible();
});

test("a deletion that is not confirmed deletes nothing", async ({ signedInOwner: { page } }) => {
  await createAssistant(page, "Front desk");
  page.once("dialog", (dialog) => void dialog.dismiss());
  await page.getByRole("button", { name: "Delete Front desk" }).click();
  await page.reload();
  await expect(page.getByRole("article", { name: "Front desk" })).toBeVisible();
});

test("blank texts are refused and what was typed stays", async ({ signedInOwner: { page } }) => {
  await page.getByRole("button", { name: "Create Assistant" }).first().click();
  await fillInAssistant(page, "   ");
  const form = page.getByRole("form", { name: "Create assistant" });
  await form.getByRole("button", { name: "Create Assistant" }).click();
  await expect(
    page.getByText("Please fill in the assistant name, system prompt, and assistant goal."),
  ).toBeVisible();
  await expect(form.getByLabel("Assistant goal")).toHaveValue("Take an order.");
});

test("the button toggles between creating and cancelling", async ({ signedInOwner: { page } }) => {
  await page.getByRole("button", { name: "Create Assistant" }).first().click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("form", { name: "Create assistant" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Create Assistant" }).first()).toBeVisible();
});

test("a name with markup and quotes is shown as it was typed", async ({
  signedInOwner: { page },
}) => {
  const name = `<b>"Rosa's"</b> & Söhne`;
  await createAssistant(page, name);
  await expect(page.getByRole("heading", { name })).toBeVisible();
});

test("nobody sees another owner's assistants", async ({
  signedInOwner: { page },
  browser,
  stack,
}) => {
  await createAssistant(page, "Mine alone");
  const theirs = await browser.newContext({ baseURL: stack.appUrl });
  const other = await theirs.newPage();
  await signUp(other, newAccount(randomUUID()));
  await expect(other.getByText("No assistants yet")).toBeVisible();
  await theirs.close();
});
