import type { Page } from "@playwright/test";
import { PLAIN_HTTP_HOST } from "../../browser.ts";
import { microphonesOf, watchMicrophones } from "../../fixtures/microphones.ts";
import { createAssistant, publish } from "../../fixtures/owner-client.ts";
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
  'This website does not let the button use the microphone. Its owner has to add allow="microphone" to the frame.';
const OFFLINE = "The connection failed. Please check your network and try again.";

async function press(page: Page): Promise<void> {
  await buttonOf(page, "Start voice chat").click();
}

/** The words cover the button in the small frame for a while, and pressing them presses the button. */
async function expectTalkOnNextPress(page: Page): Promise<void> {
  await frameOf(page).locator(".message").dispatchEvent("click");
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await expect(frameOf(page).getByRole("alert")).toBeEmpty();
  await expect(frameOf(page).locator(".message")).toHaveCount(0);
  await buttonOf(page, "Stop voice chat").click();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
}

test("an assistant without a voice says so, in the frame and by an alert", async ({
  page,
  context,
  hostSite,
  stack,
  live,
}) => {
  const alerts = await watchAlerts(context);
  const mute = await createAssistant(live, { hasVoice: false, name: "Mute" });
  await publish(live, mute);
  await page.goto(hostSite.publish({ body: snippet(stack.appUrl, mute.embedId) }));
  await press(page);
  const text =
    "Voice chat is not configured for Mute. Please recreate the assistant to enable voice functionality.";
  await expectFailure(page, text);
  await expect.poll(() => alerts).toEqual([text]);
});

test("a denied microphone is told before there is any call", async ({
  deniedPage: page,
  hostSite,
  stack,
  live,
}) => {
  const alerts = await watchAlerts(page.context());
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(hostSite.publish({ body: snippet(stack.appUrl, live.embedId) }));
  await press(page);
  await expectFailure(page, DENIED);
  await expect.poll(() => alerts).toEqual([DENIED]);
  expect(asked).not.toContain("/call/web");
});

test("once the microphone is allowed, the next press talks", async ({ page, context, visit }) => {
  await context.addInitScript(() => {
    const { mediaDevices } = navigator;
    const allowed = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = () => {
      mediaDevices.getUserMedia = allowed;
      return Promise.reject(new DOMException("as a test wants it", "NotAllowedError"));
    };
  });
  await visit();
  await press(page);
  await expectFailure(page, DENIED);
  await expectTalkOnNextPress(page);
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
  test(`${name} is named as what it is`, async ({ page, context, hostSite, stack, live }) => {
    const alerts = await watchAlerts(context);
    const given = snippet(stack.appUrl, live.embedId);
    const body = strip ? given.replace('allow="microphone; autoplay"', "") : given;
    await page.goto(hostSite.publish({ body, headers }));
    await press(page);
    await expectFailure(page, FORBIDDEN);
    await expect.poll(() => alerts).toEqual([FORBIDDEN]);
  });
}

test("an insecure page is told to use https", async ({ page, hostSite, stack, live, allowed }) => {
  const body = snippet(stack.appUrl, live.embedId);
  const address = hostSite.publish({ body }).replace("127.0.0.1", PLAIN_HTTP_HOST);
  allowed.push(`outbound request: ${address}`);
  await page.goto(address);
  await press(page);
  await expectFailure(page, "Voice chat needs a secure page. Please open this website with https.");
});

const DEVICES = [
  ["NotFoundError", "No microphone was found. Please connect one and try again."],
  ["NotReadableError", "Another program is using the microphone. Please close it and try again."],
] as const;

for (const [name, text] of DEVICES) {
  test(`a microphone that answers ${name} has its own words`, async ({ page, context, visit }) => {
    await context.addInitScript((error) => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException("as a test wants it", error));
    }, name);
    await visit();
    await press(page);
    await expectFailure(page, text);
  });
}

test("a browser that cannot hold calls is told so", async ({ page, context, visit }) => {
  await context.addInitScript(() => {
    delete (window as Partial<Window & typeof globalThis>).RTCPeerConnection;
  });
  await visit();
  await press(page);
  await expectFailure(
    page,
    "This browser cannot hold a voice chat. Please update it or try another one.",
  );
});

test("a busy line says so and lets go of the microphone; the next press goes through", async ({
  page,
  context,
  stack,
  visit,
}) => {
  await watchMicrophones(context);
  await visit();
  await controlVoice(stack, "concurrency-limit", { limit: 0 });
  await press(page);
  await expectFailure(page, "All lines are busy. Please try again in a moment.");
  await expect.poll(() => microphonesOf(page)).toMatchObject({ on: 0 });
  await controlVoice(stack, "concurrency-limit", { limit: 10 });
  await expectTalkOnNextPress(page);
});

test("a voice platform that fails says so, and the next press goes through", async ({
  page,
  stack,
  visit,
}) => {
  await visit();
  await controlVoice(stack, "faults", { method: "POST", path: "/call/web", status: 500 });
  await press(page);
  await expectFailure(page, "The voice service did not answer as expected. Please try again.");
  await expectTalkOnNextPress(page);
});

test("an assistant that is taken off the air after its button was shown says so", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const assistant = await createAssistant(live);
  await publish(live, assistant);
  await page.goto(hostSite.publish({ body: snippet(stack.appUrl, assistant.embedId) }));
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await publish(live, assistant);
  await press(page);
  await expectFailure(page, "This assistant is not available at the moment.");
});

test("without a network the press says so, and with one again the next press talks", async ({
  page,
  context,
  visit,
}) => {
  await visit();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await context.setOffline(true);
  await press(page);
  await expectFailure(page, OFFLINE);
  await context.setOffline(false);
  await expectTalkOnNextPress(page);
});

test("a connection that breaks in mid-call is told, and everything is let go", async ({
  page,
  context,
  stack,
  allowed,
  visit,
}) => {
  // The call's library reports such an accident to its makers, which the frame's policy forbids.
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

test("a network that is cut in mid-call is told until it is back, and ends the call when it is gone for long", async ({
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

test("a call that nobody answers is given up, and the next press goes through", async ({
  page,
  visit,
}) => {
  await page.clock.install();
  await page.route("**/call/web", () => undefined);
  await visit();
  const asked = page.waitForRequest("**/call/web");
  await press(page);
  await asked;
  await page.clock.fastForward(30_000);
  await expectFailure(page, "The assistant did not answer. Please try again.");
  await page.unroute("**/call/web");
  await expectTalkOnNextPress(page);
});

test("a browser that keeps the sound off is named as the reason", async ({
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
  await expectFailure(page, "Your browser keeps the sound off. Please press the button again.");
});

test("a microphone that hears nothing is told while the call goes on", async ({
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

test("in the small frame a failure is a sign and a few whole words, until the button comes back", async ({
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
  await expect(message).toBeHidden();
  await press(page);
  await expect(message).toBeVisible();
});

// T60: docs/security.md
test("a page that is older than what lies beside it is loaded anew, once, and the talk goes on", async ({
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
test("where it is gone for good, the page is loaded anew but once, and says so", async ({
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

test("a button whose assistant does not exist is not there", async ({
  page,
  buttonPage,
  hostSite,
  stack,
}) => {
  const last = buttonPage === "drawn" ? "/widget/" : "/api/query";
  const looked = page.waitForResponse((response) => response.url().includes(last));
  await page.goto(hostSite.publish({ body: snippet(stack.appUrl, crypto.randomUUID()) }));
  await looked;
  await expect(frameOf(page).locator("#root")).toBeEmpty();
});

test("no embed id is no address of a button", async ({ page, stack }) => {
  await page.goto(`${stack.appUrl}/widget`);
  await expect(page).toHaveURL(`${stack.appUrl}/`);
});
