/** Changes that wait for the owner's review before they go live. */
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { expectNoFaults } from "../fixtures/axe.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

test("an owner tries changes that are not live, reads what they change, and publishes them by keyboard", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  await owner.subscribe("PRO");
  const embedId = await owner.createAssistant("Front desk");
  const [assistant] = await owner.client.query(api.assistants.listAssistants, {});
  const assistantId = must(assistant, "assistant")._id;
  await owner.client.mutation(api.assistants.togglePublishAssistant, { assistantId });
  const visitors = () => owner.client.query(api.assistants.getAssistantByEmbedId, { embedId });

  await page.goto(`/dashboard/assistants/${assistantId}/versions`);
  await page.getByRole("button", { name: "Switch on" }).press("Enter");
  await expect(page.getByRole("button", { name: "Switch off" })).toBeFocused();
  await page.getByRole("link", { name: "Conversation", exact: true }).click();
  await page.getByLabel("Greeting", { exact: true }).fill("Rye and wheat, good morning!");
  await page.getByLabel("Written greeting").fill("Rye and wheat, good morning!");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("The changes are not live yet.")).toBeVisible();
  const bar = page.getByRole("region", { name: "Changes that are not live" });
  await expect(bar).toContainText("Conversation. Saved");
  expect(await visitors()).toMatchObject({
    greeting: "Hello, this is Front desk. How can I help you?",
  });

  const pane = page.getByRole("region", { name: "Try it", exact: true });
  await expect(pane).toContainText("It already uses your changes that are not live.");
  await pane.getByRole("button", { name: "Type instead" }).click();
  const frame = pane.getByTitle("Front desk AI Assistant").contentFrame();
  await expect(frame.getByRole("log")).toContainText("Rye and wheat, good morning!");
  await expectNoFaults(page);

  await bar.getByRole("button", { name: "Review and publish" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Review your changes" });
  await expect(dialog.getByRole("definition")).toContainText("Rye and wheat, good morning!");
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Publish changes" }).press("Enter");
  await expect(
    page.getByText("Changes published! Visitors get them in a few seconds."),
  ).toBeVisible();
  await expect(bar).toBeHidden();
  expect(await visitors()).toMatchObject({ greeting: "Rye and wheat, good morning!" });
  await page.getByRole("link", { name: "Versions" }).click();
  const versions = page.getByRole("region", { name: "Versions" }).getByRole("listitem");
  await expect(versions.first()).toContainText("Live");
  await expect(versions.first()).toContainText("Version 2: Conversation");
});
