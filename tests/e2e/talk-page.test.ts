/** The page on which visitors type with an assistant. */
import type { Page } from "@playwright/test";
import { talkPathFor } from "../../src/lib/routes.ts";
import { changeAssistant, createAssistant, publish } from "../fixtures/owner-client.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/talk-button.ts";

function fieldOf(page: Page) {
  return page.getByRole("textbox", { name: "Your message" });
}

/** The messages that are complete. */
function messagesOf(page: Page) {
  return page.getByRole("log").getByRole("listitem");
}

test("a visitor types by keyboard alone, and reads the answer while it is written", async ({
  page,
  live,
}) => {
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    new MutationObserver(() => {
      const text = document.querySelector("[role=log] + .messages")?.textContent ?? "";
      if (text !== "" && text !== shown.at(-1)) shown.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.goto(talkPathFor(live.embedId));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bakery desk");
  await expect(messagesOf(page)).toHaveText([/How can I help you/]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type("When do you open?");
  await page.keyboard.press("Enter");
  await expect(messagesOf(page)).toHaveText([/How can I help/, /When do you open/, /seven/]);
  await expect(fieldOf(page)).toBeFocused();
  const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.at(-1)?.startsWith(shown[0] ?? "-")).toBe(true);
  await expectNoFaults(page);
});

test("the conversation survives a reload, goes on, and can be started over", async ({
  page,
  live,
}) => {
  const threads: unknown[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname !== "/chat") return;
    threads.push((JSON.parse(request.postData() ?? "{}") as { thread?: unknown }).thread);
  });
  await page.goto(talkPathFor(live.embedId));
  await ask(page, "When do you open?");
  await expect(messagesOf(page)).toHaveCount(3);
  await page.reload();
  await expect(messagesOf(page)).toHaveText([/How can I help/, /When do you open/, /seven/]);
  await ask(page, "Thank you.");
  await expect(messagesOf(page)).toHaveCount(5);
  await page.getByRole("button", { name: "Start over" }).click();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(messagesOf(page)).toHaveCount(1);
  await page.reload();
  await expect(messagesOf(page)).toHaveCount(1);
  await ask(page, "When do you close?");
  await expect(messagesOf(page)).toHaveCount(3);
  expect(threads).toEqual([undefined, expect.any(String), undefined]);
});

test("on a phone of 320 pixels, and in a small frame, nothing is cut off", async ({
  page,
  live,
}) => {
  for (const size of [
    { width: 320, height: 568 },
    { width: 360, height: 520 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(talkPathFor(live.embedId));
    await expect(fieldOf(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Send" })).toBeInViewport({ ratio: 1 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(size.width);
  }
});

test("the question whether it helped does not cover the last answer", async ({ page, live }) => {
  await page.setViewportSize({ width: 375, height: 420 });
  await page.goto(talkPathFor(live.embedId));
  await ask(page, "When do you open?");
  await expect(messagesOf(page).last()).toContainText("seven");
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByLabel("Tell us more (optional)")).toBeVisible();
  await expect(messagesOf(page).last()).toBeInViewport({ ratio: 1 });
  const [list, last] = await Promise.all(
    [page.getByRole("region", { name: "Conversation" }), messagesOf(page).last()].map((part) =>
      part.boundingBox(),
    ),
  );
  const endOf = (box?: { y: number; height: number } | null) => (box?.y ?? 0) + (box?.height ?? 0);
  expect(endOf(last)).toBeLessThanOrEqual(endOf(list));
});

test("an assistant that is not live says so", async ({ page, live }) => {
  const { embedId } = await createAssistant(live);
  await page.goto(talkPathFor(embedId));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "This assistant is not available",
  );
  await expectNoFaults(page);
});

async function ask(page: Page, text: string): Promise<void> {
  await fieldOf(page).fill(text);
  await page.keyboard.press("Enter");
}

test("what a visitor types fills in on a card, whose lines are corrected by hand", async ({
  page,
  live,
}) => {
  const assistant = await createAssistant(live);
  const findings = [
    { label: "Name", kind: "text", isRequired: true },
    { label: "Email address", kind: "email", isRequired: true },
    { label: "Pick-up or delivery", kind: "choice", isRequired: true },
    { label: "Worth a call", kind: "yesNo", isRequired: false },
  ] as const;
  const choices = ["Pick-up", "Delivery"];
  await changeAssistant(live, assistant, {
    findings: findings.map((one) => ({ ...one, ...(one.kind === "choice" ? { choices } : {}) })),
  });
  await publish(live, assistant);
  try {
    await page.goto(talkPathFor(assistant.embedId));
    await ask(page, "My name is Eda.");
    const card = page.getByRole("region", { name: "Your details" });
    await expect(card.getByRole("term")).toHaveText([
      "Name",
      "Email address",
      "Pick-up or delivery",
    ]);
    await expect(card.getByText("Eda", { exact: true })).toBeVisible();
    await card.getByRole("button", { name: "Change: Email address" }).click();
    await page.keyboard.type("ada@visitors");
    await page.keyboard.press("Enter");
    await expect(card.getByRole("alert")).toHaveText("Please enter a full email address.");
    await expectNoFaults(page);
    await page.keyboard.press("Escape");
    await card.getByRole("button", { name: "Change: Name" }).click();
    await card.getByLabel("Name").fill("Ada Byron");
    await page.keyboard.press("Enter");
    await expect(messagesOf(page).filter({ hasText: "Name: Ada Byron" })).toBeVisible();
    await expect(card.getByText("Ada Byron", { exact: true })).toBeVisible();
    await page.reload();
    await expect(card.getByText("Ada Byron", { exact: true })).toBeVisible();
    await expect(card.getByText("Worth a call")).toBeHidden();
  } finally {
    await publish(live, assistant);
  }
});
