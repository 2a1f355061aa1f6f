import type { FrameLocator, Page } from "@playwright/test";
import {
  buttonOf,
  expect,
  expectFailure,
  frameOf,
  scriptTag,
  snippet,
  test,
  watchAlerts,
} from "../../fixtures/talk-button.ts";
import { expectNoFaultsNow } from "../../fixtures/axe.ts";

const SDK = "**/assets/call-*";

interface Shifting extends PerformanceEntry {
  value: number;
}

/** Returns the globals that a page without the button does not have. */
async function extraGlobals(page: Page, bare: string, dressed: string): Promise<string[]> {
  const names = async (address: string) => {
    await page.goto(address);
    return await page.evaluate(() => Object.getOwnPropertyNames(window));
  };
  const before = new Set(await names(bare));
  const after = await names(dressed);
  return after.filter((name) => !before.has(name) && !/^\d+$/.test(name));
}

async function layoutShift(page: Page): Promise<number> {
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as Shifting[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: "layout-shift", buffered: true });
        // Empty if nothing has moved.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );
}

/** Colours at the frame's upper edge and in the button, as the page shows them. */
async function colorsOf(page: Page, frame: { x: number; y: number }) {
  const clip = { ...frame, width: 90, height: 90 };
  const image = (await page.screenshot({ clip })).toString("base64");
  return await page.evaluate(async (data) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(90, 90).getContext("2d");
    canvas?.drawImage(picture, 0, 0);
    const at = (x: number, y: number) =>
      [...(canvas?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3).join(",");
    return { edge: at(45, 2), button: at(45, 20) };
  }, image);
}

const EMBEDS = [
  { name: "snippet", embed: snippet, globals: [] },
  { name: "script", embed: scriptTag, globals: ["Hark"] },
];

for (const { name, embed, globals } of EMBEDS) {
  test(`the ${name} shifts nothing on the page and adds only the documented global`, async ({
    page,
    hostSite,
    stack,
    live,
  }) => {
    const text = "<main><h1>Bakery</h1><p>Bread worth getting up for.</p></main>";
    const dressed = hostSite.publish({ body: text + embed(stack.appUrl, live.embedId) });
    const added = await extraGlobals(page, hostSite.publish({ body: text }), dressed);
    expect(added).toEqual(globals);
    await expect(buttonOf(page, "Start voice chat")).toBeVisible();
    expect(await layoutShift(page)).toBe(0);
    const size = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(size, "the page has not grown").toBeLessThanOrEqual(800);
  });

  test(`before the button shows, the ${name} requests only the button's page`, async ({
    page,
    buttonPage,
    hostSite,
    stack,
    live,
  }) => {
    const address = hostSite.publish({ body: embed(stack.appUrl, live.embedId) });
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.url() === address || request.method() === "OPTIONS") return;
      requests.push(new URL(request.url()).pathname.replace(/-[\w-]{8}\./, "."));
    });
    // Requests after the idle button is shown do not count.
    const sdk = page.waitForRequest(SDK);
    await page.goto(address);
    await sdk;
    // Both load when the page is idle.
    const first = requests.findIndex((pathname) => /^\/assets\/(call|panel)/.test(pathname));
    expect(requests.slice(0, first).sort()).toEqual(
      [
        `/widget/${live.embedId}`,
        ...(buttonPage === "rendered"
          ? []
          : ["/api/query", "/assets/widget.css", "/assets/widget.js", "/call/page-token"]),
        ...(name === "script" ? ["/embed.js"] : []),
      ].sort(),
    );
  });
}

test("the voice SDK and the call machine are prefetched @all", async ({ page, stack, visit }) => {
  const { callMachineUrl } = stack.vendors.voice;
  const machine = page.waitForResponse(callMachineUrl);
  await visit();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  expect((await machine).headers()["cache-control"]).toContain("immutable");
});

test("a host with a strict policy needs frame-src for the snippet and script-src for the script @all", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const { appUrl } = stack;
  const policy = `default-src 'none'; img-src data:; frame-src ${appUrl}; script-src ${appUrl}`;
  const headers = { "Content-Security-Policy": policy };
  // The snippet's style attribute is for the host's policy to allow.
  const frame = `<iframe src="${appUrl}/widget/${live.embedId}" title="x" allow="microphone; autoplay" width="90" height="90"></iframe>`;
  for (const body of [frame, scriptTag(appUrl, live.embedId)]) {
    await page.goto(hostSite.publish({ body, headers }));
    await buttonOf(page, "Start voice chat").click();
    await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
    await buttonOf(page, "Stop voice chat").click();
    await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  }
  // The script of a page's actions has the same address.
  await page.evaluate(async () => {
    const { Hark } = window as unknown as { Hark: { actions(given: object): Promise<void> } };
    await Hark.actions({ highlight: { body: "the page" } });
  });
});

const SCHEMES = [
  { name: "light", head: "<style>body{background:#fafafa}</style>", page: "250,250,250" },
  { name: "dark", head: "<style>body{background:#101418}</style>", page: "16,20,24" },
  {
    name: "dark by its color scheme",
    head: '<meta name="color-scheme" content="dark"><style>body{background:#101418}</style>',
    page: "16,20,24",
  },
];

for (const { name, head, page: ground } of SCHEMES) {
  test(`the button lies on a ${name} page with a transparent background @all`, async ({
    page,
    hostSite,
    stack,
    live,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
    for (const embed of [snippet, scriptTag]) {
      await page.goto(hostSite.publish({ head, body: embed(stack.appUrl, live.embedId) }));
      await expect(buttonOf(page, "Start voice chat")).toBeVisible();
      const colors = await colorsOf(page, { x: 1280 - 110, y: 800 - 110 });
      expect(colors).toEqual({ edge: ground, button: "59,130,246" });
    }
  });
}

test("the largest button and its rings fit into its frame @all", async ({ page, visit }) => {
  await visit();
  const button = buttonOf(page, "Start voice chat");
  await expect(button).toHaveCSS("width", "64px");
  const reach = await button.evaluate((element) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = 2_399;
    }
    const rings = [...element.querySelectorAll(".ring")].map((ring) =>
      ring.getBoundingClientRect(),
    );
    return {
      smallest: Math.min(...rings.flatMap(({ left, top }) => [left, top])),
      largest: Math.max(...rings.flatMap(({ right, bottom }) => [right, bottom])),
    };
  });
  expect(reach.smallest).toBeGreaterThanOrEqual(0);
  expect(reach.largest).toBeLessThanOrEqual(90);
});

test("on a right-to-left page the button keeps its place @all", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const body = scriptTag(stack.appUrl, live.embedId);
  await page.goto(hostSite.publish({ html: 'lang="ar" dir="rtl"', body }));
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  const box = await page.locator("iframe").boundingBox();
  expect(box).toEqual({ x: 1280 - 110, y: 800 - 110, width: 90, height: 90 });
});

test("on a 320-pixel phone the text stands beside the button, within the screen @all", async ({
  page,
  context,
  hostSite,
  stack,
  live,
}) => {
  const alerts = await watchAlerts(context);
  // Otherwise the panel opens, and the text stands in it.
  await page.route("**/assets/panel-*", (route) => route.abort());
  await page.setViewportSize({ width: 320, height: 480 });
  await page.goto(
    hostSite.publish({
      body: scriptTag(stack.appUrl, live.embedId),
      headers: { "Permissions-Policy": "microphone=()" },
    }),
  );
  await buttonOf(page, "Start voice chat").click();
  const bubble = page.locator("[data-part='bubble']");
  await expect(bubble).toHaveText(/does not let the button use the microphone/);
  // The page shows the text, so the frame only announces it.
  await expect(frameOf(page).getByRole("alert")).toHaveText(/does not let the button/);
  await expect(frameOf(page).locator(".message")).toHaveCount(0);
  await expect.poll(() => alerts.length).toBe(1);
  const box = await bubble.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(16);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
});

test("the button can be reached, started and stopped by keyboard alone", async ({
  page,
  visit,
}) => {
  await visit();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(buttonOf(page, "Start voice chat")).toBeFocused();
  await expect(buttonOf(page, "Start voice chat")).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Enter");
  await expect(buttonOf(page, "Stop voice chat")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(buttonOf(page, "Start voice chat")).toBeFocused();
});

test("axe finds no violation in the button in any state @all", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const body = `<main><h1>Bakery</h1></main>${snippet(stack.appUrl, live.embedId)}`;
  await page.goto(hostSite.publish({ body }));
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await expectNoFaultsNow(page);
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await expectNoFaultsNow(page);
  await buttonOf(page, "Stop voice chat").click();

  const denied = { "Permissions-Policy": "microphone=()" };
  await page.goto(hostSite.publish({ body, headers: denied }));
  await buttonOf(page, "Start voice chat").click();
  await expectFailure(page, /does not let the button/);
  await expectNoFaultsNow(page);
});

async function look(frame: FrameLocator): Promise<string> {
  return await frame
    .locator("button")
    .evaluate((button) => getComputedStyle(button).backgroundColor);
}

test("the states idle, connecting and active look different @all", async ({
  page,
  stack,
  visit,
}) => {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(`${stack.siteUrl}/call/web`, async (route) => {
    await held;
    await route.continue();
  });
  await visit();
  const frame = frameOf(page);
  await expect(frame.locator(".ring")).toHaveCount(2);
  expect(await look(frame)).toBe("rgb(59, 130, 246)");
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Connecting...").locator(".spinner")).toBeVisible();
  expect(await look(frame)).toBe("rgb(217, 119, 6)");
  letThrough();
  await expect(buttonOf(page, "Stop voice chat").locator(".wave")).toBeVisible();
  expect(await look(frame)).toBe("rgb(220, 38, 38)");
});

// T24: docs/security.md
test("only the button may be framed", async ({ stack, live }) => {
  const headersOf = async (path: string) => (await fetch(stack.appUrl + path)).headers;
  const button = await headersOf(`/widget/${live.embedId}`);
  expect(button.get("content-security-policy")).toContain("frame-ancestors *");
  expect(button.get("content-security-policy")).not.toContain("unsafe-");
  expect(button.get("x-frame-options")).toBeNull();
  for (const path of ["/", "/login", "/test-embed", "/widget.html"]) {
    const other = await headersOf(path);
    expect(other.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(other.get("x-frame-options")).toBe("DENY");
  }
});
