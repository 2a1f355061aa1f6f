/** A new assistant that begins with a ready one. */
import { expectNoFaults } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

const HOURS = {
  name: "hours.txt",
  mimeType: "text/plain",
  buffer: Buffer.from("We are open from seven to six."),
};

test("a ready assistant is chosen by keyboard, changed and saved", async ({
  signedInOwner: { page },
}) => {
  await page.getByRole("button", { name: "Create your first assistant" }).click();
  const form = page.getByRole("form", { name: "Create assistant" });
  const ready = form.getByRole("group", { name: "Begin with" });
  await expect(form.getByLabel("Assistant name")).toBeFocused();
  await expect(ready.getByRole("radio", { name: "Blank" })).toBeChecked();
  await ready.getByRole("radio", { name: "Blank" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(ready.getByRole("radio", { name: "Shop" })).toBeChecked();
  await expect(form.getByLabel("System prompt")).toHaveValue(/^You take orders for/);
  await form.getByLabel("Assistant name").fill("Rosa");
  await ready.getByText("Appointments").click();
  await expect(form.getByText("What you filled in yourself stays: name.")).toBeVisible();
  await expectNoFaults(page);
  await expect(form.getByLabel("System prompt")).toHaveValue(/^You take down wishes/);
  await form.getByLabel("Knowledge file").setInputFiles(HOURS);
  await form.getByRole("button", { name: "Create Assistant" }).click();
  const rosa = page.getByRole("article", { name: "Rosa", exact: true });
  await expect(rosa.getByText("Sarah")).toBeVisible();
});
