import { api } from "../../../convex/_generated/api";
import { watchMicrophones, microphonesOf } from "../../fixtures/microphones.ts";
import { needsRecognizer } from "../../fixtures/recognizer.ts";
import { QUESTION } from "../../fixtures/speech.ts";
import {
  buttonOf,
  callsOf,
  controlVoice,
  expect,
  frameOf,
  liveCallId,
  scriptTag,
  snippet,
  test,
} from "../../fixtures/talk-button.ts";
import { giveVoice } from "../../fixtures/visitor-voice.ts";

const BUBBLE = "[data-part='bubble']";

test("a visitor of a website has a conversation, and the owner reads it within seconds", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  needsRecognizer();
  const say = await giveVoice(page);
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, live.embedId) }));
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  const captions = page.locator(BUBBLE);
  await expect(captions).toHaveText(/How can I help you/);
  await say(QUESTION);
  await expect(captions).toHaveText(/what are your opening hours/i);
  await expect(captions).toHaveText(/seven/i);
  await buttonOf(page, "Stop voice chat").click();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await expect(captions).toBeHidden();

  await expect
    .poll(async () => (await callsOf(live))[0])
    .toMatchObject({ status: "ended", endedReason: "customer-ended-call" });
  const [call] = await callsOf(live);
  const callId = call?.id as never;
  // The platform's report arrives after the end of the call.
  const transcript = async () => {
    const details = await live.client.action(api.calls.getCallDetails, { callId });
    return details.transcript?.toLowerCase();
  };
  await expect.poll(transcript).toContain("seven");
  expect(await transcript()).toContain(QUESTION.toLowerCase().replace("?", ""));
  const usage = await live.client.query(api.usage.getCurrentMonthUsage);
  expect(usage.totalMinutes).toBeGreaterThan(0);
});

test("ten starts and stops in a row leave no microphone or call open @all", async ({
  page,
  context,
  stack,
  visit,
}) => {
  await watchMicrophones(context);
  await visit();
  for (let round = 0; round < 10; round += 1) {
    await buttonOf(page, "Start voice chat").click();
    await buttonOf(page, "Stop voice chat").click();
    await expect(buttonOf(page, "Start voice chat")).toBeVisible();
    // Faster than a visitor could press, because of the rate limit on starts.
    stack.clock.advance(10_000);
  }
  await expect.poll(() => microphonesOf(page)).toMatchObject({ on: 0 });
  expect(await frameOf(page).locator("audio").count()).toBe(0);
});

test("a press while connecting stops the call, and the next press starts a new one @all", async ({
  page,
  context,
  stack,
  live,
  visit,
}) => {
  await watchMicrophones(context);
  const before = (await callsOf(live)).length;
  const rooms: string[] = [];
  page.on("websocket", (socket) => rooms.push(socket.url()));
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(`${stack.siteUrl}/call/web`, async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await visit();
  const requested = page.waitForRequest(
    (request) => request.url().endsWith("/call/web") && request.method() === "POST",
  );
  await buttonOf(page, "Start voice chat").click();
  await requested;
  const answered = page.waitForResponse(
    (response) => response.url().endsWith("/call/web") && response.request().method() === "POST",
  );
  await buttonOf(page, "Connecting...").click();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await expect.poll(() => microphonesOf(page)).toEqual({ on: 0, opened: 1 });
  letThrough();
  await answered;

  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await expect.poll(() => microphonesOf(page)).toMatchObject({ on: 1 });
  expect(rooms, "nobody joined the call that was stopped").toHaveLength(1);
  await buttonOf(page, "Stop voice chat").click();
  await expect.poll(() => microphonesOf(page)).toMatchObject({ on: 0 });
  await expect.poll(async () => (await callsOf(live)).length).toBe(before + 2);
});

test("a stop while joining ends the call @all", async ({ page, context, live, visit }) => {
  await watchMicrophones(context);
  await visit();
  const joining = page.waitForEvent("websocket");
  await buttonOf(page, "Start voice chat").click();
  await joining;
  await frameOf(page).locator("button").click();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await expect.poll(() => microphonesOf(page)).toMatchObject({ on: 0 });
  await expect.poll(async () => (await callsOf(live))[0]).toMatchObject({ status: "ended" });
});

test("a double press starts one call and stops it @all", async ({ page, context, live, visit }) => {
  await watchMicrophones(context);
  await visit();
  const before = (await callsOf(live)).length;
  await buttonOf(page, "Start voice chat").dblclick();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await expect.poll(() => microphonesOf(page)).toMatchObject({ on: 0 });
  expect((await callsOf(live)).length).toBeLessThanOrEqual(before + 1);
});

test("leaving the page during a call ends the call on the server", async ({
  page,
  hostSite,
  live,
  visit,
}) => {
  await visit();
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await expect.poll(async () => (await callsOf(live))[0]?.status).toBe("in-progress");
  await page.goto(hostSite.publish({ body: "Another page" }));
  await expect
    .poll(async () => (await callsOf(live))[0])
    .toMatchObject({ status: "ended", endedReason: "customer-ended-call" });
});

test("a call continues while another tab is in front @all", async ({
  page,
  context,
  hostSite,
  live,
  visit,
}) => {
  await visit();
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  const other = await context.newPage();
  await other.goto(hostSite.publish({ body: "Another page" }));
  await other.bringToFront();
  await expect.poll(async () => (await callsOf(live))[0]?.status).toBe("in-progress");
  await other.close();
  await buttonOf(page, "Stop voice chat").click();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
});

test("when the assistant hangs up, the call ends without an error message @all", async ({
  page,
  context,
  stack,
  visit,
}) => {
  await watchMicrophones(context);
  await visit();
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await controlVoice(stack, `calls/${await liveCallId(stack)}/hang-up`, {});
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await expect(frameOf(page).getByRole("alert")).toBeEmpty();
  await expect.poll(() => microphonesOf(page)).toMatchObject({ on: 0 });
  expect(await frameOf(page).locator("audio").count()).toBe(0);
});

test("two buttons on a page work independently @all", async ({ page, hostSite, stack, live }) => {
  const { embedId } = live;
  const other = snippet(stack.appUrl, embedId).replace("right:20px", "right:130px");
  await page.goto(hostSite.publish({ body: snippet(stack.appUrl, embedId) + other }));
  const [one, two] = [page.frameLocator("iframe >> nth=0"), page.frameLocator("iframe >> nth=1")];
  await one.getByRole("button", { name: "Start voice chat" }).click();
  await expect(one.getByRole("button", { name: "Stop voice chat" })).toBeVisible();
  await expect(two.getByRole("button", { name: "Start voice chat" })).toBeVisible();
  await two.getByRole("button", { name: "Start voice chat" }).click();
  await expect(two.getByRole("button", { name: "Stop voice chat" })).toBeVisible();
  await one.getByRole("button", { name: "Stop voice chat" }).click();
  await expect(one.getByRole("button", { name: "Start voice chat" })).toBeVisible();
  await expect(two.getByRole("button", { name: "Stop voice chat" })).toBeVisible();
});
