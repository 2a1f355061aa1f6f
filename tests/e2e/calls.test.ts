import { expect, test } from "../fixtures/test.ts";
import { ownerApi } from "../fixtures/owner-api.ts";

test("a talk shows up by itself, with what was said and how it sounded", async ({
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
