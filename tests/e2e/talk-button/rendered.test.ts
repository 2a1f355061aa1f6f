import { requestPageToken } from "../../fixtures/page-token.ts";
import { createAssistant, publish } from "../../fixtures/owner-client.ts";
import { buttonOf, expect, frameOf, snippet, test } from "../../fixtures/talk-button.ts";

test("the rendered button is visible without a script, and a press before its script runs does nothing", async ({
  browser,
  hostSite,
  stack,
  live,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(hostSite.publish({ body: snippet(stack.appUrl, live.embedId) }));
  await expect(buttonOf(page, "Start voice chat")).toHaveCSS(
    "background-color",
    "rgb(59, 130, 246)",
  );
  await expect(buttonOf(page, "Start voice chat")).toHaveCSS("width", "64px");
  await expect(frameOf(page).locator("svg")).toHaveCSS("stroke-width", "1.75px");
  await context.close();
});

test("the script takes the rendered page over without a visible change", async ({
  page,
  visit,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit();
  const root = frameOf(page).locator("#root");
  const rendered = await root.evaluate(async () => {
    const answer = await fetch(window.location.href);
    const text = await answer.text();
    return new DOMParser().parseFromString(text, "text/html").querySelector("#root")?.innerHTML;
  });
  await buttonOf(page, "Start voice chat").focus();
  expect(await root.innerHTML()).toBe(rendered);
});

test("the widget page is cached for seconds, revalidated by its ETag, and changes with the assistant @all", async ({
  stack,
  live,
}) => {
  const assistant = await createAssistant(live);
  await publish(live, assistant);
  const address = `${stack.appUrl}/widget/${assistant.embedId}`;
  const first = await fetch(address);
  expect(first.headers.get("cache-control")).toBe(
    "public, max-age=10, s-maxage=10, stale-while-revalidate=60",
  );
  const tag = first.headers.get("etag") ?? "";
  expect(await first.text()).toContain("<button");
  const known = { headers: { "If-None-Match": tag } };
  expect((await fetch(address, known)).status).toBe(304);
  await publish(live, assistant);
  const gone = await fetch(address, known);
  expect(gone.status).toBe(200);
  expect(await gone.text()).not.toContain("<button");
});

test("showing a button takes one request; pointing at it fetches a page token, which the press uses", async ({
  page,
  hostSite,
  stack,
  live,
  visit,
}) => {
  // From now on the site is listed as seen.
  await requestPageToken(stack.siteUrl, { embedId: live.embedId, sites: [hostSite.url] });
  const requests: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === stack.siteUrl && request.method() === "POST") requests.push(pathname);
  });
  const machine = page.waitForResponse(stack.vendors.voice.callMachineUrl);
  await visit();
  await machine;
  expect(requests).toEqual([]);
  const given = page.waitForResponse("**/call/page-token");
  await buttonOf(page, "Start voice chat").hover();
  const { pageToken } = (await (await given).json()) as { pageToken: string };
  const call = page.waitForRequest("**/call/web");
  await buttonOf(page, "Start voice chat").click();
  expect((await call).postDataJSON()).toMatchObject({ pageToken });
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  expect(requests).toEqual(["/call/page-token", "/call/web"]);
  await buttonOf(page, "Stop voice chat").click();
});

test("while the backend is down, the fallback page is served without an error @all", async ({
  page,
  stack,
  allowed,
  live,
}) => {
  allowed.push("net::ERR_");
  await stack.stopBackend();
  try {
    const answer = await page.goto(`${stack.appUrl}/widget/${live.embedId}`);
    expect(answer?.status()).toBe(200);
    await expect(page.locator(".loading")).toBeVisible();
  } finally {
    await stack.startBackend();
  }
  await expect(page.getByRole("button", { name: "Start voice chat" })).toBeVisible();
});
