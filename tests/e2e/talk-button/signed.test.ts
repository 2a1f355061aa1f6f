/** Calls that the owner's server has signed, from pages as docs/embedding.md shows them. */
import type { Page } from "@playwright/test";
import { api } from "../../../convex/_generated/api";
import { NOT_SIGNED } from "../../../convex/shared/talkButtonTexts";
import { callToken } from "../../fixtures/call-token.ts";
import { createAssistant, publish } from "../../fixtures/owner-client.ts";
import {
  buttonOf,
  callsOf,
  expect,
  expectFailure,
  frameOf,
  scriptTag,
  snippet,
  test as base,
} from "../../fixtures/talk-button.ts";

interface Signed {
  embedId: string;
  /** As the owner's server creates it. */
  newToken: () => string;
}

const test = base.extend<{ signed: Signed }>({
  signed: async ({ live, stack, allowed }, use) => {
    const assistant = await createAssistant(live);
    await publish(live, assistant);
    const { assistantId, embedId } = assistant;
    const secret = await live.client.mutation(api.signedCalls.turnOn, { assistantId });
    const newToken = () => {
      const expires = Math.floor(stack.clock.now() / 1000) + 600;
      return callToken({ secret, embedId, expires });
    };
    // The page that looks the assistant up requests a page token before it knows that it needs a signed token.
    allowed.push("403");
    await use({ embedId, newToken });
    // The plan of the owner that all tests share has room for a few assistants.
    await publish(live, assistant);
  },
});

async function talk(page: Page): Promise<void> {
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await buttonOf(page, "Stop voice chat").click();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
}

test("a page whose function supplies tokens can make several calls, and learns why a token is refused @all", async ({
  page,
  hostSite,
  stack,
  live,
  signed: { embedId, newToken },
}) => {
  const answers = [newToken, newToken, () => "not a token"];
  await page.exposeFunction("askServer", () => answers.shift()?.());
  const body = `<script src="${stack.appUrl}/embed.js"></script><script>
    window.errors = [];
    const button = Hark.add("${embedId}", { token: async () => await window.askServer() });
    button.on("error", (error) => window.errors.push(error));
  </script>`;
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.goto(hostSite.publish({ body }));
  const before = (await callsOf(live)).length;
  await talk(page);
  await talk(page);
  expect((await callsOf(live)).length).toBe(before + 2);
  expect(answers, "one is asked for by each press, and none ahead").toHaveLength(1);

  await buttonOf(page, "Start voice chat").click();
  await expect(page.locator("[data-part='bubble']")).toHaveText(NOT_SIGNED[0]);
  const errors = await page.evaluate(() => (window as unknown as { errors: unknown[] }).errors);
  expect(errors).toEqual([
    { code: "token_malformed", message: expect.stringContaining("v1.<expires>") as unknown },
  ]);
  expect(logged.join("\n")).toContain("(token_malformed)");
  expect((await callsOf(live)).length).toBe(before + 2);
});

test("the panel types with a token that the page supplies @all", async ({
  page,
  hostSite,
  stack,
  signed: { embedId, newToken },
}) => {
  await page.exposeFunction("askServer", newToken);
  const body = `<script src="${stack.appUrl}/embed.js"></script><script>
    Hark.add("${embedId}", { token: async () => await window.askServer() });
  </script>`;
  await page.goto(hostSite.publish({ body }));
  await frameOf(page).getByRole("button", { name: "Type instead" }).click();
  const panel = frameOf(page).frameLocator("iframe");
  await panel.getByRole("textbox").fill("When do you open?");
  await panel.getByRole("textbox").press("Enter");
  await expect(panel.getByRole("log").getByRole("listitem")).toHaveCount(3);
  await panel.getByRole("textbox").press("Escape");
  await expect(frameOf(page).getByRole("button", { name: "Type instead" })).toBeFocused();
});

test("a token written into the page is valid for one call, by script and by frame @all", async ({
  page,
  hostSite,
  stack,
  live,
  signed: { embedId, newToken },
}) => {
  const pages = [
    scriptTag(stack.appUrl, embedId, `data-captions="off" data-token="${newToken()}"`),
    snippet(stack.appUrl, `${embedId}#token=${newToken()}`),
  ];
  for (const body of pages) {
    const before = (await callsOf(live)).length;
    await page.goto(hostSite.publish({ body }));
    await talk(page);
    await buttonOf(page, "Start voice chat").click();
    await expect(page.frameLocator("iframe").getByRole("alert")).toHaveText(NOT_SIGNED[0]);
    expect((await callsOf(live)).length).toBe(before + 1);
  }
});

test("without a token the button says that this page cannot start a call @all", async ({
  page,
  hostSite,
  stack,
  live,
  signed: { embedId },
}) => {
  const before = (await callsOf(live)).length;
  await page.goto(hostSite.publish({ body: snippet(stack.appUrl, embedId) }));
  await buttonOf(page, "Start voice chat").click();
  await expectFailure(page, NOT_SIGNED[0]);
  await expect(page.frameLocator("iframe").locator(".message .words")).toHaveText(NOT_SIGNED[1]);
  expect((await callsOf(live)).length).toBe(before);
});
