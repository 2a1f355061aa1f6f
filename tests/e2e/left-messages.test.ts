/** What a visitor leaves who can neither talk nor type. */
import type { FrameLocator, Page } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { DEFAULT_CONVERSATION } from "../../convex/shared/conversation";
import { wallClock, WEEKDAYS } from "../../convex/shared/openingHours";
import { talkPathFor } from "../../src/lib/routes.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { changeAssistant, createAssistant, publish } from "../fixtures/owner-client.ts";
import { buttonOf, expect, frameOf, scriptTag, test } from "../fixtures/talk-button.ts";

type Place = Page | FrameLocator;

/** More than any plan includes. */
const ALL_MINUTES = 10_000;
const SENT = "Thank you. Your message was sent.";

async function leave(place: Place, text: string): Promise<void> {
  await place.getByLabel("Your name (optional)").fill("Maria");
  await place.getByLabel("Your email address or phone number").fill("m@shop.example");
  await place.getByLabel("What is it about?").fill(text);
  await place.getByRole("button", { name: "Send" }).click();
  await expect(place.getByRole("status").filter({ hasText: SENT })).toBeFocused();
}

test("with typing off and no microphone a visitor leaves a message, and the owner's inbox has it", async ({
  deniedPage: page,
  hostSite,
  stack,
  live,
}) => {
  const own = await createAssistant(live);
  await changeAssistant(live, own, { talk: { ...DEFAULT_CONVERSATION, acceptsText: false } });
  await publish(live, own);
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, own.embedId) }));
  await buttonOf(page, "Start voice chat").click();
  const panel = frameOf(page).frameLocator("iframe");
  await expect(panel.getByRole("alert").first()).toContainText("Microphone access is required");
  await leave(panel, "Two loaves for Monday.");
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(frameOf(page).getByRole("button", { name: "Message us" })).toBeFocused();
  const filter = { assistantId: own.assistantId, status: null };
  const paginationOpts = { cursor: null, numItems: 5 };
  const inbox = await live.client.query(api.outcomes.pageOutcomes, { ...filter, paginationOpts });
  expect(inbox.page).toMatchObject([{ channel: "message", isUnread: true }]);
});

test("outside its hours the panel says when it opens and takes a message, which the inbox shows with its reason", async ({
  signedInOwner: { page },
  hostSite,
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  await owner.subscribe("PRO");
  const embedId = await owner.createAssistant("Bakery desk");
  const [assistant] = await owner.client.query(api.assistants.listAssistants, {});
  const own = { assistantId: must(assistant, "the assistant")._id, embedId };
  const { weekday } = wallClock("UTC", stack.clock.now());
  // Only tomorrow.
  const openingHours = WEEKDAYS.map((_, day) =>
    day === (weekday + 1) % 7 ? [{ fromMinute: 8 * 60, toMinute: 9 * 60 }] : [],
  );
  const talk = { ...DEFAULT_CONVERSATION, acceptsText: false, openingHours };
  await changeAssistant(owner, own, { talk });
  await publish(owner, own);
  // A frame that may not use the microphone.
  const headers = { "Permissions-Policy": "microphone=()" };
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, embedId), headers }));
  await buttonOf(page, "Start voice chat").press("Enter");
  const panel = frameOf(page).frameLocator("iframe");
  const says = "We are closed at the moment. We open tomorrow at 08:00.";
  await expect(panel.getByRole("alert").first()).toHaveText(says);
  await expectNoFaults(page);
  await leave(panel, "Two loaves for tomorrow.");

  await page.goto("/dashboard/inbox");
  await page.getByRole("button", { name: /Maria/ }).click();
  const detail = page.getByRole("article", { name: "Maria" });
  await expect(detail.getByText(/Bakery desk · Message · closed,/)).toBeVisible();
  await expectNoFaults(page);
});

test("by keyboard alone, on a phone of 320 pixels with letters twice as large, what is missing is said at its field", async ({
  page,
  live,
}) => {
  const own = await createAssistant(live);
  await changeAssistant(live, own, { talk: { ...DEFAULT_CONVERSATION, acceptsText: false } });
  await publish(live, own);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(talkPathFor(own.embedId));
  await expect(page.getByRole("heading", { name: "Leave a message" })).toBeVisible();
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  await page.getByLabel("What is it about?").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const contact = page.getByLabel("Your email address or phone number");
  await expect(contact).toBeFocused();
  await expect(contact).toHaveAccessibleDescription(/enter an email address or a phone number/);
  await page.keyboard.type("+49 30 123456");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Please call me.");
  await expectNoFaults(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  await page.context().setOffline(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").last()).toContainText("The connection failed");
  await page.context().setOffline(false);
  await expect(page.getByLabel("What is it about?")).toHaveValue("Please call me.");
  await page.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(page.getByText(SENT)).toBeFocused();
  await expectNoFaults(page);
});

test("when the minutes are used up, the button and the talk page take a message, and the owner reads it in the inbox @all", async ({
  signedInOwner: { page },
  hostSite,
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  await owner.subscribe("PRO");
  const embedId = await owner.createAssistant("Bakery desk");
  const [assistant] = await owner.client.query(api.assistants.listAssistants, {});
  const { _id: assistantId } = must(assistant, "the assistant");
  await owner.client.mutation(api.assistants.togglePublishAssistant, { assistantId });
  await owner.recordUse(embedId, ALL_MINUTES);
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, embedId) }));
  await buttonOf(page, "Start voice chat").click();
  const panel = frameOf(page).frameLocator("iframe");
  await expect(panel.getByRole("alert").first()).toContainText("is not available");
  await expect(panel.getByRole("heading", { name: "Leave a message" })).toBeVisible();
  await page.goto(talkPathFor(embedId));
  await expect(page.getByText("It may be switched off at the moment")).toBeVisible();
  await expectNoFaults(page);
  await leave(page, "<b>Two</b> loaves for Monday.");

  await page.goto("/dashboard/inbox");
  await page.getByLabel("Search").fill("loaves");
  await page.getByRole("button", { name: /Maria/ }).click();
  const detail = page.getByRole("article", { name: "Maria" });
  await expect(detail.getByText(/Bakery desk · Message · no minutes left,/)).toBeVisible();
  await expect(detail.getByText("<b>Two</b> loaves for Monday.")).toBeVisible();
  await expect(detail.getByRole("link", { name: "m@shop.example" })).toBeVisible();
  await expect(detail.getByRole("region", { name: "Transcript" })).toHaveCount(0);
  await expectNoFaults(page);
});
