import type { Page } from "@playwright/test";
import { PLAIN_HTTP_HOST } from "../../browser.ts";
import { microphonesOf, watchMicrophones } from "../../fixtures/microphones.ts";
import {
  buttonOf,
  controlVoice,
  expect,
  expectFailure,
  frameOf,
  liveCallId,
  snippet,
  test,
  watchAlerts,
} from "../../fixtures/talk-button.ts";

const DENIED =
  "Microphone access is required for voice chat. Please allow microphone permissions and try again.";
const FORBIDDEN =
  'This website does not let the button use the microphone. Its owner needs to add allow="microphone" to the iframe.';
const OFFLINE = "The connection failed. Please check your network and try again.";

async function press(page: Page): Promise<void> {
  await buttonOf(page, "Start voice chat").click();
}

/** In the small frame the message covers the button for a while, and a press on it presses the button. */
async function expectTalkOnNextPress(page: Page): Promise<void> {
  await frameOf(page).locator(".message").dispatchEvent("click");
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await expect(frameOf(page).getByRole("alert")).toBeEmpty();
  await expect(frameOf(page).locator(".message")).toHaveCount(0);
  await buttonOf(page, "Stop voice chat").click();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
}

test("a denied microphone is reported before a call starts", async ({
  deniedPage: page,
  hostSite,
  stack,
  live,
}) => {
  const alerts = await watchAlerts(page.context());
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(hostSite.publish({ body: snippet(stack.appUrl, live.embedId) }));
  await press(page);
  await expectFailure(page, DENIED);
  await expect.poll(() => alerts).toEqual([DENIED]);
  expect(requests).not.toContain("/call/web");
});

const FORBIDDING: { name: string; strip: boolean; headers: Record<string, string> }[] = [
  { name: "a frame without allow", strip: true, headers: {} },
  {
    name: "a page whose policy blocks microphones",
    strip: false,
    headers: { "Permissions-Policy": "microphone=()" },
  },
];

for (const { name, strip, headers } of FORBIDDING) {
  test(`${name} is reported as such @all`, async ({ page, context, hostSite, stack, live }) => {
    const alerts = await watchAlerts(context);
    const given = snippet(stack.appUrl, live.embedId);
    const body = strip ? given.replace('allow="microphone; autoplay"', "") : given;
    await page.goto(hostSite.publish({ body, headers }));
    await press(page);
    await expectFailure(page, FORBIDDEN);
    await expect.poll(() => alerts).toEqual([FORBIDDEN]);
  });
}

test("an insecure page says that HTTPS is needed @all", async ({
  page,
  hostSite,
  stack,
  live,
  allowed,
}) => {
  const body = snippet(stack.appUrl, live.embedId);
  const address = hostSite.publish({ body }).replace("127.0.0.1", PLAIN_HTTP_HOST);
  allowed.push(`outbound request: ${address}`);
  await page.goto(address);
  await press(page);
  await expectFailure(
    page,
    "Voice chat needs a secure connection. Please open this website over HTTPS.",
  );
});

test("a connection that breaks during a call is reported, and the microphone and call are released @all", async ({
  page,
  context,
  stack,
  allowed,
  visit,
}) => {
  // The call library reports such an error to its vendor, which the frame's policy blocks.
  allowed.push("sentry.io");
  await watchMicrophones(context);
  await visit();
  await press(page);
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await controlVoice(stack, `calls/${await liveCallId(stack)}/drop-socket`, {});
  await expectFailure(page, "The connection was lost. Please try again.");
  await expect.poll(() => microphonesOf(page)).toMatchObject({ on: 0 });
  expect(await frameOf(page).locator("audio").count()).toBe(0);
});

test("a network failure during a call is shown until it recovers, and a long one ends the call @all", async ({
  page,
  allowed,
  visit,
}) => {
  allowed.push("sentry.io");
  let isCut = false;
  await page.routeWebSocket(/\/room\//, (room) => {
    const platform = room.connectToServer();
    room.onMessage((message) => {
      if (!isCut) platform.send(message);
    });
    platform.onMessage((message) => {
      if (!isCut) room.send(message);
    });
  });
  await page.clock.install();
  await visit();
  await press(page);
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();

  const interrupted = "The connection was interrupted. Please wait a moment.";
  const notice = frameOf(page).getByRole("status");
  isCut = true;
  await page.clock.fastForward(5_000);
  await expect(notice).toHaveText(interrupted);
  await expect(frameOf(page).locator(".message .words")).toHaveText("No connection");
  isCut = false;
  await expect(notice).not.toHaveText(interrupted);
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();

  isCut = true;
  await page.clock.fastForward(5_000);
  await expect(notice).toHaveText(interrupted);
  await page.clock.fastForward(20_000);
  await expectFailure(page, "The connection was lost. Please try again.");
  isCut = false;
  await expectTalkOnNextPress(page);
});

test("a browser that blocks sound is reported as the reason @all", async ({
  page,
  context,
  allowed,
  visit,
}) => {
  allowed.push("could not start assistant audio");
  await context.addInitScript(() => {
    HTMLMediaElement.prototype.play = () =>
      Promise.reject(new DOMException("as a test wants it", "NotAllowedError"));
  });
  await visit();
  await press(page);
  await expectFailure(page, "Your browser blocked the sound. Please press the button again.");
});

test("a silent microphone is reported while the call continues @all", async ({
  page,
  context,
  visit,
}) => {
  await context.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.resolve(new AudioContext().createMediaStreamDestination().stream);
  });
  await visit();
  await press(page);
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  const text = "We can't hear you. Please check that your microphone is on and not muted.";
  await expect(frameOf(page).getByRole("status")).toHaveText(text);
  await expect(frameOf(page).locator(".message .text")).toHaveText(text);
  await expect(frameOf(page).locator(".message .words")).toHaveText("Can't hear you");
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
});

test("in the small frame a failure shows an icon and a short text, then the button returns", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const headers = { "Permissions-Policy": "microphone=()" };
  await page.goto(hostSite.publish({ body: snippet(stack.appUrl, live.embedId), headers }));
  await press(page);
  const message = frameOf(page).locator(".message");
  await expect(message.locator(".words")).toHaveText("Microphone not allowed");
  await expect(message.locator(".text")).toBeHidden();
  const farthest = await message.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.querySelector(".words") ?? element);
    const rects = [...range.getClientRects()];
    const sign = element.querySelector("svg")?.getBoundingClientRect();
    if (sign !== undefined) rects.push(sign);
    const corners = rects.flatMap(({ left, right, top, bottom }) =>
      [left, right].flatMap((x) => [top, bottom].map((y) => Math.hypot(x - 45, y - 45))),
    );
    return { most: Math.max(...corners), parts: rects.length };
  });
  expect(farthest.parts).toBeGreaterThanOrEqual(3);
  expect(farthest.most, "nothing is cut off by the round frame").toBeLessThanOrEqual(44);
  await message.evaluate((element) => {
    for (const animation of element.getAnimations()) animation.finish();
  });
  await expect(message).toBeHidden();
  await press(page);
  await expect(message).toBeVisible();
});

// T60: docs/security.md
test("a page older than its scripts reloads once, and the call continues", async ({
  page,
  allowed,
  visit,
}) => {
  allowed.push("404");
  let isGone = true;
  await page.route("**/assets/call-*.js*", async (route) => {
    if (isGone) await route.fulfill({ status: 404, contentType: "text/plain", body: "" });
    else await route.continue();
  });
  await visit();
  page.on("framenavigated", (frame) => {
    if (frame.url().endsWith("again")) isGone = false;
  });
  await press(page);
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  isGone = true;
  await buttonOf(page, "Stop voice chat").click();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
});

// T60: docs/security.md
test("if the scripts are gone for good, the page reloads only once and says so @all", async ({
  page,
  allowed,
  visit,
}) => {
  allowed.push("404");
  await page.route("**/assets/call-*.js*", (route) =>
    route.fulfill({ status: 404, contentType: "text/plain", body: "" }),
  );
  await visit();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  await press(page);
  await expectFailure(page, OFFLINE);
  expect(loads).toEqual([expect.stringMatching(/\?again$/)]);
});

test("the widget path without an embed id leads to the landing page @all", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.appUrl}/widget`);
  await expect(page).toHaveURL(`${stack.appUrl}/`);
});
