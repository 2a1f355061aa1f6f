import type { Page } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import type { HostPage } from "../../fixtures/host-site.ts";
import { buttonOf, callsOf, expect, scriptTag, snippet, test } from "../../fixtures/talk-button.ts";

interface Button {
  state: string;
  start(): void;
  stop(): void;
  on(name: string, listener: (value: unknown) => void): () => void;
  remove(): void;
}

interface HostWindow {
  Hark: { add(embedId: string, options?: { captions?: boolean }): Button };
  told: [name: string, value: unknown][];
}

/** The page's own script, as docs/embedding.md shows it. */
async function listen(page: Page, embedId: string): Promise<void> {
  await page.evaluate((id) => {
    const host = window as unknown as HostWindow;
    host.told = [];
    const button = host.Hark.add(id);
    for (const name of ["state", "transcript", "message"]) {
      button.on(name, (value) => host.told.push([name, value]));
    }
  }, embedId);
}

async function told(page: Page, wanted: string): Promise<unknown[]> {
  const all = await page.evaluate(() => (window as unknown as HostWindow).told);
  return all.filter(([name]) => name === wanted).map(([, value]) => value);
}

test("the website starts and stops a call, and gets its events", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const { embedId } = live;
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, embedId) }));
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await listen(page, embedId);
  await page.evaluate((id) => (window as unknown as HostWindow).Hark.add(id).start(), embedId);
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await expect
    .poll(() => told(page, "transcript"))
    .toContainEqual(expect.objectContaining({ role: "assistant", isFinal: true }));
  await expect(page.locator("[data-part='bubble']")).toBeVisible();
  await page.evaluate((id) => (window as unknown as HostWindow).Hark.add(id).stop(), embedId);
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  expect(await told(page, "state")).toEqual(["connecting", "active", "idle"]);
});

test("a start before the frame is loaded is not lost, and without captions no bubble is shown @all", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const { embedId } = live;
  const body = `${scriptTag(stack.appUrl, embedId, 'data-captions="off"').replace("async ", "")}
    <button id="own">Talk to us</button>`;
  await page.goto(hostSite.publish({ body }), { waitUntil: "commit" });
  await page.waitForFunction(() => "Hark" in window);
  await page.evaluate((id) => {
    const button = (window as unknown as HostWindow).Hark.add(id);
    button.start();
  }, embedId);
  await listen(page, embedId);
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await expect.poll(async () => (await told(page, "transcript")).length).toBeGreaterThan(0);
  await expect(page.locator("[data-part='bubble']")).toBeHidden();
  await buttonOf(page, "Stop voice chat").click();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
});

test("removing a button from the page ends its call @all", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const { embedId } = live;
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, embedId) }));
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await expect.poll(async () => (await callsOf(live))[0]?.status).toBe("in-progress");
  await page.evaluate((id) => (window as unknown as HostWindow).Hark.add(id).remove(), embedId);
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect.poll(async () => (await callsOf(live))[0]?.status).toBe("ended");
});

test("a script included twice shows one button; a second assistant's button stands beside it @all", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const { embedId } = live;
  const script = scriptTag(stack.appUrl, embedId).replace("async ", "");
  await page.goto(hostSite.publish({ head: script + script, body: "<p>Bread</p>" }));
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(1);
  await page.evaluate((other) => void (window as unknown as HostWindow).Hark.add(other), "other");
  const boxes = await Promise.all(
    [0, 1].map((index) => page.locator("iframe").nth(index).boundingBox()),
  );
  expect(boxes.map((box) => box?.x)).toEqual([1170, 1060]);
});

/** A frame of another site on the page, which tries repeatedly. */
function strangerThat(does: string): HostPage {
  return {
    body: `<script>
      window.rounds = 0;
      setInterval(() => {
        ${does}
        window.rounds += 1;
      }, 20);
    </script>`,
  };
}

// The snippet's frame, which other scripts on the page can reach; the script's frame is in a shadow tree.
// T26: docs/security.md
test("another frame of the page cannot press the button", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const stranger = hostSite.publish(
    strangerThat(`for (let index = 0; index < parent.length; index += 1) {
      parent[index].postMessage({ hark: "start" }, "*");
    }`),
  );
  const body = `${snippet(stack.appUrl, live.embedId)}<iframe name="stranger" src="${stranger}"></iframe>`;
  await page.goto(hostSite.publish({ body }));
  const ours = page.frameLocator("iframe[title='Bakery desk AI Assistant']");
  await expect(ours.getByRole("button", { name: "Start voice chat" })).toBeVisible();
  const before = await roundsOf(page);
  await expect.poll(() => roundsOf(page)).toBeGreaterThan(before + 5);
  await expect(ours.getByRole("button", { name: "Start voice chat" })).toBeVisible();
});

// T26: docs/security.md
test("another frame of the page cannot speak for the button", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const stranger = hostSite.publish(
    strangerThat(`parent.postMessage({ hark: "message", text: "Call 0900 1234" }, "*");`),
  );
  const body = `${scriptTag(stack.appUrl, live.embedId)}<iframe name="stranger" src="${stranger}"></iframe>`;
  await page.goto(hostSite.publish({ body }));
  await page.waitForFunction(() => "Hark" in window);
  await listen(page, live.embedId);
  const before = await roundsOf(page);
  await expect.poll(() => roundsOf(page)).toBeGreaterThan(before + 5);
  // The button itself sends an empty message when it is loaded.
  expect((await told(page, "message")).filter((text) => text !== null)).toEqual([]);
  await expect(page.locator("[data-part='bubble']")).toBeHidden();
});

async function roundsOf(page: Page): Promise<number> {
  const stranger = must(page.frame("stranger"), "the stranger's frame");
  return await stranger.evaluate(() => (window as unknown as { rounds: number }).rounds);
}
