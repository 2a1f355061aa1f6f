/** Rehearsals: from a failure by way of a suggested prompt to changes that go live. */
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { expectNoFaults } from "../fixtures/axe.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

test("an owner rehearses, takes the suggested prompt, and the changes go live once the rehearsal passes", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  await owner.subscribe("PRO");
  await owner.createAssistant("Front desk");
  const [assistant] = await owner.client.query(api.assistants.listAssistants, {});
  const assistantId = must(assistant, "assistant")._id;
  await owner.client.mutation(api.assistants.togglePublishAssistant, { assistantId });
  await owner.client.mutation(api.drafts.setReview, { assistantId, isOn: true });

  await page.goto(`/dashboard/assistants/${assistantId}/rehearsals`);
  const section = page.getByRole("region", { name: "Rehearsals" });
  await expect(section).toContainText("No rehearsals yet.");
  await section.getByRole("button", { name: "Add a rehearsal" }).press("Enter");
  await page.getByLabel("Situation").fill("“Do you take part in the night of museums?”");
  await page.getByLabel("What must happen").fill("says “doors open at midnight”");
  await page.getByLabel("Must pass before changes go live").check();
  await expectNoFaults(page);
  await section.getByRole("button", { name: "Save rehearsal" }).press("Enter");
  const row = section.getByRole("listitem", { name: /night of museums/ });
  await expect(row).toContainText("Not run yet");
  await section.getByRole("button", { name: "Run all (uses 1)" }).press("Enter");
  await expect(row).toContainText("Failed");
  await expect(section).toContainText("1 of 200 rehearsals this month are used.");
  await row.getByText("Show conversation").press("Enter");
  await expect(row).toContainText("Not as expected");
  await expect(row).toContainText("Do you take part in the night of museums?");
  await row.getByRole("button", { name: "Suggest a change" }).press("Enter");
  const proposed = row.getByRole("region", { name: "Suggested prompt" });
  await expect(proposed.getByRole("insertion")).toContainText("doors open at midnight");
  await expectNoFaults(page);
  await proposed.getByRole("button", { name: "Use this prompt" }).press("Enter");
  const bar = page.getByRole("region", { name: "Changes that are not live" });
  await expect(bar).toContainText("System prompt. Saved");
  await expect(row).toContainText("Run before your latest changes");

  await bar.getByRole("button", { name: "Review and publish" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Review your changes" });
  await expect(dialog).toContainText("One of them has not passed with these changes.");
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Rehearse and publish (uses 1)" }).press("Enter");
  await expect(
    page.getByText("Changes published! Visitors get them in a few seconds."),
  ).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(row).toContainText("Passed");
  const live = await owner.client.query(api.assistants.getAssistant, { assistantId });
  expect(live.systemPrompt).toContain("doors open at midnight");
});
