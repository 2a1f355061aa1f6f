import { randomUUID } from "node:crypto";
import { newAccount, signUp } from "../fixtures/account.ts";
import { createAssistant } from "../fixtures/assistants.ts";
import { expect, test } from "../fixtures/test.ts";

test("a second tab shows that an assistant was created and deleted, without a reload @all", async ({
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

test("an owner cannot see another owner's assistants @all", async ({
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
