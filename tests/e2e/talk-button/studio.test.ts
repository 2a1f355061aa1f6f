import type { Page } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import type { Stack } from "../../../tools/start/stack.ts";
import { createAssistant, signUpOwner } from "../../fixtures/owner-client.ts";
import type { Account } from "../../fixtures/account.ts";
import { expectNoFaults } from "../../fixtures/axe.ts";
import { endCallAfter, expect, frameOf, test } from "../../fixtures/talk-button.ts";

const LIMIT =
  /^Test limit reached! You've used [\d.]+ of 10 free test minutes\. Please subscribe to continue using voice assistants\.$/;
const MINUTE_MS = 60_000;

/** An owner without a subscription who opens a link to the studio while signed out. */
async function openStudio(page: Page, stack: Stack, who: { isConfirmed?: boolean } = {}) {
  const owner = await signUpOwner(stack, who);
  await createAssistant(owner, { name: "Bakery desk" });
  await page.goto("/test-embed");
  await signIn(page, owner.account);
  await expect(page).toHaveURL(/\/test-embed$/);
  return owner;
}

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("combobox", { name: "Assistant" }).selectOption(name);
}

function button(page: Page, name: string) {
  return frameOf(page).getByRole("button", { name });
}

test("an owner signs in on the way to the studio and calls a draft, and the remaining time counts down", async ({
  page,
  stack,
}) => {
  await openStudio(page, stack);
  await expect(page.getByText("10.0 of 10.0 minutes")).toBeVisible();
  await expectNoFaults(page);
  await choose(page, "Bakery desk");
  await expect(page.getByRole("heading", { name: "Testing Active" })).toBeVisible();
  const box = await page.getByTitle("Bakery desk AI Assistant").boundingBox();
  expect(box).toEqual({ x: 1280 - 20 - 90, y: 800 - 20 - 90, width: 90, height: 90 });

  await expectNoFaults(page);

  await button(page, "Start voice chat").click();
  await expect(page.getByText("Your assistant is listening.")).toBeVisible();
  await expect(page.getByText("9.9 of 10.0 minutes")).toBeVisible();
  await button(page, "Stop voice chat").click();
  await expect(button(page, "Start voice chat")).toBeVisible();

  await page.getByRole("button", { name: "Change Bot" }).click();
  await expect(page.getByRole("combobox", { name: "Assistant" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await expect(page).toHaveURL(/\/dashboard(\/subscription)?$/);
});

/** What of the website lies below the card or the talk button. */
async function covered(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const card = document.querySelector("main section")?.getBoundingClientRect();
    const frame = document.querySelector("iframe")?.getBoundingClientRect();
    if (card === undefined || frame === undefined) throw new Error("There is no card or no frame");
    const overlap = (one: DOMRect, other: DOMRect) =>
      one.left < other.right &&
      other.left < one.right &&
      one.top < other.bottom &&
      other.top < one.bottom;
    const parts = [...document.querySelectorAll("[inert] svg, [inert] span:not(:has(*))")];
    const below = parts.filter((part) => overlap(part.getBoundingClientRect(), card));
    return [
      ...below.map(({ textContent }) => textContent),
      ...(overlap(card, frame) ? ["the talk button"] : []),
    ];
  });
}

test("the card covers nothing of the website, and leaves the talk button free", async ({
  page,
  stack,
}) => {
  await openStudio(page, stack);
  await choose(page, "Bakery desk");
  await expect(button(page, "Start voice chat")).toBeVisible();
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
    [1024, 600],
    [375, 812],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await covered(page), `on ${width} px`).toEqual([]);
    const box = await page.locator("iframe").boundingBox();
    expect(box).toEqual({ x: width - 20 - 90, y: height - 20 - 90, width: 90, height: 90 });
  }
});

test("test minutes run low and run out during a call; then no further test can start @all", async ({
  page,
  stack,
}) => {
  const alerts: string[] = [];
  page.on("dialog", (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  await openStudio(page, stack);
  await choose(page, "Bakery desk");
  await button(page, "Start voice chat").click();
  await expect(page.getByText("In call")).toBeVisible();
  await endCallAfter(stack, 8.5 * MINUTE_MS);
  await expect(page.getByText(/Low on time: 1\.\d test minutes left/)).toBeVisible();

  await button(page, "Start voice chat").click();
  await expect(page.getByText("In call")).toBeVisible();
  stack.clock.advance(2 * MINUTE_MS);
  await expect(button(page, "Start voice chat")).toBeVisible();
  await expect(page.getByText("0.0 of 10.0 minutes")).toBeVisible();
  await expect(frameOf(page).getByRole("alert")).toBeEmpty();

  await button(page, "Start voice chat").click();
  await expect(frameOf(page).getByRole("alert")).toHaveText(LIMIT);
  await expect.poll(() => alerts).toEqual([expect.stringMatching(LIMIT)]);

  await page.getByRole("button", { name: "Change Bot" }).click();
  await choose(page, "Bakery desk");
  await expect(page.getByRole("alert")).toContainText("Test limit reached!");
  expect(alerts).toHaveLength(2);
  expect(alerts[1]).toMatch(LIMIT);
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("after two minutes an owner is asked to confirm the address, and can resend the mail there @all", async ({
  page,
  stack,
}) => {
  await openStudio(page, stack, { isConfirmed: false });
  await choose(page, "Bakery desk");
  await button(page, "Start voice chat").click();
  await expect(page.getByText("In call")).toBeVisible();
  stack.clock.advance(2 * MINUTE_MS);
  await expect(button(page, "Start voice chat")).toBeVisible();
  await expect(page.getByText("In call")).toBeHidden();
  await button(page, "Start voice chat").click();
  await expect(frameOf(page).getByRole("alert")).toHaveText(/^Confirm your email address/);
  await expect(
    page.getByText(/^Confirm your email address to keep testing\. We sent/),
  ).toBeVisible();
  const banner = page.getByRole("status", { name: "Confirm Your Email Address" });
  await expectNoFaults(page);
  await banner.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("We sent you a new email.")).toBeVisible();
});

test("if the session ends while the studio is open, the next press says so @all", async ({
  page,
  stack,
}) => {
  await openStudio(page, stack);
  await choose(page, "Bakery desk");
  await expect(button(page, "Start voice chat")).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await button(page, "Start voice chat").click();
  const alert = frameOf(page).getByRole("alert");
  await expect(alert).toHaveText("Please sign in again to test your assistant.");
});

// T27: docs/security.md
test("a frame on another website cannot make test calls, even if the owner is signed in", async ({
  page,
  hostSite,
  stack,
}) => {
  const owner = await signUpOwner(stack);
  const { embedId } = await createAssistant(owner, { name: "Bakery desk" });
  await page.goto("/test-embed");
  await signIn(page, owner.account);
  await expect(page).toHaveURL(/\/test-embed$/);
  const src = `${stack.appUrl}/widget/${embedId}?testing=true`;
  await page.goto(src);
  await expect(page.getByRole("button", { name: "Start voice chat" })).toBeVisible();

  const lookUps: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/query")) lookUps.push(request.postData() ?? "");
  });
  await page.goto(hostSite.publish({ body: `<iframe src="${src}"></iframe>` }));
  const frame = must(page.frame({ url: src }), "the frame");
  await frame.waitForLoadState();
  // Its script has run by then, and has nothing left to do.
  await frame.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  // This browser sends the session to the frame on any site.
  const kept = await frame.evaluate(() => Object.keys(window.localStorage).join(" "));
  expect(kept).toContain("__convexAuthJWT");
  expect(lookUps).toEqual([]);
  await expect(frameOf(page).locator("#root")).toBeEmpty();
});
