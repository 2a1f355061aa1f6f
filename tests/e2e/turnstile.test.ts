/** The talk button when the operator has set the keys of Cloudflare Turnstile. */
import { startTurnstile } from "@hark/turnstile-stand-in";
import type { TurnstileStandIn } from "@hark/turnstile-stand-in";
import { EN_MESSAGES } from "../../convex/shared/talkButtonLanguages/en";
import { openAppServer } from "../../tools/start/web/app-server.ts";
import { securityHeaders } from "../../tools/start/web/security-headers.ts";
import { microphonesOf, watchMicrophones } from "../fixtures/microphones.ts";
import { setVariables } from "../fixtures/stack.ts";
import {
  buttonOf,
  expect,
  expectFailure,
  scriptTag,
  snippet,
  test,
} from "../fixtures/talk-button.ts";

let turnstile: TurnstileStandIn;

test.beforeAll(async ({ stack }) => {
  const hostnames = [new URL(stack.appUrl).hostname];
  turnstile = await startTurnstile({ clock: stack.clock, hostnames, onError: console.error });
  await setVariables(stack, turnstile.variables);
});
test.afterEach(() => turnstile.setFault("none"));
test.afterAll(async ({ stack }) => {
  const names = Object.keys(turnstile.variables);
  await setVariables(stack, Object.fromEntries(names.map((name) => [name, ""])));
  await turnstile.close();
});

test("a visitor makes two calls; Turnstile is loaded only after the press, and takes no space @all", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(turnstile.url)) requests.push(new URL(request.url()).pathname);
  });
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, live.embedId) }));
  await buttonOf(page, "Start voice chat").hover();
  await page.waitForLoadState("networkidle");
  expect(requests).toEqual([]);
  for (let calls = 0; calls < 2; calls += 1) {
    await buttonOf(page, "Start voice chat").click();
    await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
    await buttonOf(page, "Stop voice chat").click();
    await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  }
  expect(requests).toEqual([
    "/turnstile/v0/api.js",
    "/turnstile/challenge",
    // Each call needs another token; the script is loaded once.
    "/turnstile/challenge",
  ]);
  expect(turnstile.checks()).toBe(2);
});

test("if the browser blocks Turnstile or the challenge fails, the visitor reads that the call did not start, and can try again @all", async ({
  page,
  visit,
}) => {
  await visit();
  for (const fault of ["no-script", "unsolved", "internal-error"] as const) {
    turnstile.setFault(fault);
    await buttonOf(page, "Start voice chat").click();
    await expectFailure(page, EN_MESSAGES.call_failed[0]);
  }
  turnstile.setFault("none");
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
});

test("the microphone is opened while the challenge runs, and a second press releases it @all", async ({
  page,
  context,
  visit,
}) => {
  await watchMicrophones(context);
  await visit();
  turnstile.setFault("never-solved");
  await buttonOf(page, "Start voice chat").click();
  await expect.poll(() => microphonesOf(page)).toEqual({ on: 1, opened: 1 });
  await buttonOf(page, "Connecting...").click();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await expect.poll(() => microphonesOf(page)).toEqual({ on: 0, opened: 1 });
});

test("the landing page's button requires a token too, after its notice was agreed to @all", async ({
  page,
}) => {
  const checked = turnstile.checks();
  await page.goto("/");
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Agree and start voice chat")).toBeVisible();
  expect(turnstile.checks()).toBe(checked);
  await buttonOf(page, "Agree and start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  expect(turnstile.checks()).toBe(checked + 1);
});

test("the fallback page requires a token too, under the policy for hosts @all", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const host = await openAppServer(0, console.error);
  const { backendUrl, siteUrl, vendors } = stack;
  const policy = securityHeaders("visitors", {
    ...{ backendUrl, siteUrl },
    voiceUrls: [vendors.voice.url],
    turnstileUrl: turnstile.url,
  });
  // The built files, with the headers of a build that knows the site key.
  host.use((_request, response, { pathname }) => {
    const isPage = pathname.startsWith("/widget/");
    void fetch(`${stack.appUrl}${isPage ? "/widget.html" : pathname}`).then(async (file) => {
      const type = file.headers.get("Content-Type") ?? "";
      response.writeHead(file.status, { "Content-Type": type, ...(isPage ? policy : {}) });
      response.end(Buffer.from(await file.arrayBuffer()));
    });
  });
  await page.goto(hostSite.publish({ body: snippet(host.url, live.embedId) }));
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await host.close();
});
