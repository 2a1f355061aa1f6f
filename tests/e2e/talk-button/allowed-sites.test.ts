/** An assistant with a list of sites, on a listed site and on another one; they differ by their ports. */
import type { Page } from "@playwright/test";
import { withHostSite } from "../../fixtures/host-site.ts";
import type { OwnedAssistant, OwnerClient } from "../../fixtures/owner-client.ts";
import { changeAssistant, createAssistant, publish } from "../../fixtures/owner-client.ts";
import {
  buttonOf,
  callsOf,
  expect,
  scriptTag,
  snippet,
  test as base,
} from "../../fixtures/talk-button.ts";

const test = base.extend<{ published: OwnedAssistant }>({
  /**
   * Created for the owner that all tests share, whose plan allows few published assistants, so it is unpublished again.
   */
  published: async ({ live }, use) => {
    const assistant = await createAssistant(live);
    await publish(live, assistant);
    await use(assistant);
    await publish(live, assistant);
  },
});

const allow = (owner: OwnerClient, assistant: OwnedAssistant, allowedSites: string[]) =>
  changeAssistant(owner, assistant, { allowedSites });

/** The browser blocks the frame, or the page in it refuses. */
async function refusalOn(page: Page): Promise<void> {
  await Promise.race([
    page.waitForEvent("console", (message) => message.text().includes("frame-ancestors")),
    page.waitForResponse(
      (answer) => answer.url().endsWith("/call/page-token") && answer.status() === 403,
    ),
  ]);
}

const KEPT_AWAY = ["frame-ancestors", "Failed to execute 'postMessage'"];

for (const { name, embed } of [
  { name: "frame", embed: snippet },
  { name: "script", embed: scriptTag },
]) {
  // T21: docs/security.md
  test(`the ${name} shows a button on a site of the list, and on no other`, async ({
    page,
    hostSite,
    stack,
    live,
    published: assistant,
    allowed,
  }) => {
    allowed.push(...KEPT_AWAY);
    await allow(live, assistant, ["https://shop.example", hostSite.url]);
    const body = embed(stack.appUrl, assistant.embedId);
    const there = hostSite.publish({ body });
    await page.goto(there);
    await buttonOf(page, "Start voice chat").click();
    await expect(buttonOf(page, "Stop voice chat")).toBeVisible();

    await withHostSite(async (other) => {
      for (const elsewhere of [{ body }, { body: `<iframe src="${there}"></iframe>` }]) {
        const refused = refusalOn(page);
        await page.goto(other.publish(elsewhere));
        await refused;
        for (const frame of page.frames()) {
          await expect(frame.getByRole("button")).toHaveCount(0);
        }
      }
    });
  });
}

test("the script says on the console what to do when its site is missing @all", async ({
  page,
  hostSite,
  stack,
  live,
  published: assistant,
  allowed,
}) => {
  allowed.push(...KEPT_AWAY);
  const address = hostSite.publish({ body: scriptTag(stack.appUrl, assistant.embedId) });
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await allow(live, assistant, ["shop.example"]);
  await page.clock.install();
  const refused = refusalOn(page);
  await page.goto(address);
  await refused;
  await page.waitForLoadState();
  await page.clock.runFor(5_000);
  await expect.poll(() => warnings.join("\n")).toContain(`add ${hostSite.url} to it`);

  warnings.length = 0;
  // The button may be visible before the script has received its message.
  await page.addInitScript(() =>
    window.addEventListener("message", () => document.documentElement.classList.add("heard")),
  );
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, live.embedId) }));
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await expect(page.locator("html.heard")).toHaveCount(1);
  await page.clock.runFor(5_000);
  expect(warnings).toEqual([]);
});

test("several calls on one page, and calls on a page that was open for hours, need no action by the visitor @all", async ({
  page,
  visit,
  live,
}) => {
  const minted: number[] = [];
  const requests: string[] = [];
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    if (answer.request().method() !== "POST") return;
    if (pathname === "/call/web") minted.push(answer.status());
    if (pathname === "/call/page-token") requests.push(pathname);
  });
  await visit();
  const before = (await callsOf(live)).length;
  const talk = async () => {
    await buttonOf(page, "Start voice chat").click();
    await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
    await buttonOf(page, "Stop voice chat").click();
    await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  };
  await talk();
  const early = requests.length;
  await talk();
  expect(minted).toEqual([201, 201]);
  expect(requests, "each response brings a page token for the next call").toHaveLength(early);
  await page.mouse.move(0, 0);
  await page.clock.setFixedTime(Date.now() + 3 * 3_600_000);
  const renewed = page.waitForResponse("**/call/page-token");
  await buttonOf(page, "Start voice chat").hover();
  await renewed;
  await talk();
  expect(minted).toEqual([201, 201, 201]);
  expect((await callsOf(live)).length).toBe(before + 3);
});
