/** What the fallback page does and the rendered page does not. */
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../../convex/_generated/api";
import { ownerApi } from "../../fixtures/owner-api.ts";
import { createAssistant, changeAssistant, publish } from "../../fixtures/owner-client.ts";
import { buttonOf, expect, frameOf, scriptTag, snippet, test } from "../../fixtures/talk-button.ts";

test("until the assistant is loaded a grey circle pulses, and a backend that is down is asked again", async ({
  page,
  stack,
  visit,
}) => {
  let isAway = true;
  let letThrough: () => void = () => undefined;
  const isSeen = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(`${stack.backendUrl}/api/query`, async (route) => {
    if (isAway) {
      isAway = false;
      await route.abort();
      return;
    }
    await isSeen;
    await route.continue();
  });
  await visit();
  const circle = frameOf(page).locator(".loading");
  await expect(circle).toBeVisible();
  await expect(circle).toHaveCSS("animation-name", "breathe");
  letThrough();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
});

test("a visitor starts and stops a call", async ({ page, visit }) => {
  await visit();
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await buttonOf(page, "Stop voice chat").click();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
});

test("when the minutes are used up, the button stays for messages", async ({
  page,
  signedInOwner,
  hostSite,
  stack,
}) => {
  const owner = await ownerApi(signedInOwner.page, stack);
  await owner.subscribe("PRO");
  const embedId = await owner.createAssistant("Bakery desk");
  const [assistant] = await owner.client.query(api.assistants.listAssistants, {});
  const { _id: assistantId } = must(assistant, "the assistant");
  await owner.client.mutation(api.assistants.togglePublishAssistant, { assistantId });
  await owner.recordUse(embedId, 10_000);
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, embedId) }));
  await buttonOf(page, "Start voice chat").click();
  const panel = frameOf(page).frameLocator("iframe");
  await expect(panel.getByRole("alert").first()).toContainText("is not available");
  await expect(panel.getByRole("heading", { name: "Leave a message" })).toBeVisible();
});

// No header limits where this page may be framed, so the page checks it.
// T21: docs/security.md
test("on a website that the assistant does not allow, no button is shown", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const assistant = await createAssistant(live);
  await changeAssistant(live, assistant, { allowedSites: ["https://shop.example"] });
  await publish(live, assistant);
  const refused = page.waitForResponse(
    (answer) => answer.url().endsWith("/call/page-token") && answer.status() === 403,
  );
  await page.goto(hostSite.publish({ body: snippet(stack.appUrl, assistant.embedId) }));
  await refused;
  await expect(frameOf(page).locator("#root")).toBeEmpty();
  // The plan allows so many assistants.
  await publish(live, assistant);
});
