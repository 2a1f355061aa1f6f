/** An assistant whose visitors must agree to a notice before their first call. */
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../../convex/_generated/api";
import { expectNoFaults } from "../../fixtures/axe.ts";
import type { OwnedAssistant } from "../../fixtures/owner-client.ts";
import { changeAssistant, createAssistant, publish } from "../../fixtures/owner-client.ts";
import {
  buttonOf,
  callsOf,
  expect,
  frameOf,
  scriptTag,
  snippet,
  test as base,
} from "../../fixtures/talk-button.ts";

const NOTICE = {
  language: "en",
  text: "An AI answers, and the call is recorded.",
  privacyUrl: "https://bakery.example/privacy",
} as const;
const TEXT = `${NOTICE.text} Press again to agree and start.`;
const BAKERY = "<main><h1>A bakery</h1></main>";
const AGREE = "Agree and start voice chat";

const test = base.extend<{ noticed: OwnedAssistant }>({
  /**
   * Created for the owner that all tests share, whose plan allows few published assistants, so it is unpublished again.
   */
  noticed: async ({ live }, use) => {
    const assistant = await createAssistant(live);
    await changeAssistant(live, assistant, { notice: NOTICE });
    await publish(live, assistant);
    await use(assistant);
    await publish(live, assistant);
  },
});

test("in the frame the first press shows the notice, the second agrees, and later presses start at once", async ({
  page,
  hostSite,
  stack,
  live,
  noticed: assistant,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/call/web") requests.push(pathname);
  });
  await page.goto(hostSite.publish({ body: BAKERY + snippet(stack.appUrl, assistant.embedId) }));
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, AGREE)).toBeFocused();
  await page.keyboard.press("Escape");
  await buttonOf(page, "Start voice chat").dblclick();
  await expect(buttonOf(page, AGREE)).toHaveAccessibleDescription(TEXT);
  await expect(frameOf(page).getByRole("status")).toHaveText(TEXT);
  const message = frameOf(page).locator(".message");
  await expect(message).toHaveAttribute("title", TEXT);
  await expect(message.locator(".words")).toHaveText("AI call, recorded. Agree?");
  const link = frameOf(page).getByRole("link", { name: "Privacy" });
  await expect(link).toHaveAttribute("href", NOTICE.privacyUrl);
  await expectNoFaults(page);
  expect(requests, "nobody has agreed yet, not by the second click of two").toEqual([]);

  // The text covers the button, and a press on it presses the button.
  await message.click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  const [call] = await callsOf(live);
  const { consent } = await live.client.action(api.calls.getCallDetails, {
    callId: must(call, "call").id,
  });
  expect(consent).toMatchObject({ text: TEXT, privacyUrl: NOTICE.privacyUrl });

  await page.reload();
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await buttonOf(page, "Stop voice chat").click();

  // The open page still has the earlier notice.
  await changeAssistant(live, assistant, { notice: { ...NOTICE, text: "We listen." } });
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, AGREE)).toHaveAccessibleDescription(/^We listen\. Press again/);
  await message.click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
});

test("with the script the whole notice is shown beside the button and works by keyboard", async ({
  page,
  hostSite,
  stack,
  noticed: assistant,
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto(hostSite.publish({ body: BAKERY + scriptTag(stack.appUrl, assistant.embedId) }));
  const bubble = page.locator("[data-part='bubble']");
  await buttonOf(page, "Start voice chat").focus();
  await page.keyboard.press("Enter");
  await expect(bubble).toContainText(TEXT);
  await expect(bubble.getByRole("link", { name: "Privacy" })).toBeVisible();
  await expect(frameOf(page).locator(".message")).toHaveCount(0);
  await expectNoFaults(page);
  const box = must(await bubble.boundingBox(), "the bubble's place");
  expect(box.x).toBeGreaterThanOrEqual(0);
  await page.keyboard.press("Escape");
  await expect(bubble).toBeHidden();
  await expect(buttonOf(page, "Start voice chat")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(buttonOf(page, AGREE)).toBeFocused();
  await page.keyboard.press("Space");
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await expect(bubble).not.toContainText(TEXT);
});
