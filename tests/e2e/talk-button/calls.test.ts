import { api } from "../../../convex/_generated/api";
import { watchMicrophones, microphonesOf } from "../../fixtures/microphones.ts";
import { expect, frameOf, snippet, test } from "../../fixtures/talk-button.ts";

const START = { name: "Start voice chat" };
const STOP = { name: "Stop voice chat" };

test("a visitor of another site holds a spoken conversation, and its owner sees it", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  await page.goto(hostSite.publish({ body: snippet(stack.appUrl, live.embedId) }));
  const frame = frameOf(page);
  await frame.getByRole("button", START).click();
  await expect(frame.getByRole("button", STOP)).toBeVisible();
  await expect
    .poll(async () => (await live.client.action(api.calls.listCalls)).map(({ status }) => status))
    .toContain("in-progress");
  await frame.getByRole("button", STOP).click();
  await expect(frame.getByRole("button", START)).toBeVisible();
  await expect
    .poll(async () => (await live.client.action(api.calls.listCalls))[0])
    .toMatchObject({ status: "ended", endedReason: "customer-ended-call" });
});

test("ten starts and stops in a row leave nothing on", async ({
  page,
  context,
  hostSite,
  stack,
  live,
}) => {
  await watchMicrophones(context);
  await page.goto(hostSite.publish({ body: snippet(stack.appUrl, live.embedId) }));
  const frame = frameOf(page);
  for (let round = 0; round < 10; round += 1) {
    await frame.getByRole("button", START).click();
    await frame.getByRole("button", STOP).click();
    await expect(frame.getByRole("button", START)).toBeVisible();
  }
  await expect.poll(() => microphonesOf(page)).toMatchObject({ on: 0 });
  expect(await frame.locator("audio").count()).toBe(0);
});
