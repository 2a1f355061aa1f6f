/** What a website's page offers with `Hark.actions`, done while a visitor types and talks. */
import type { FrameLocator, Page } from "@playwright/test";
import { api } from "../../../convex/_generated/api.js";
import { must } from "@hark/stand-in-kit/must";
import { expectNoFaults } from "../../fixtures/axe.ts";
import { buttonOf, expect, frameOf, scriptTag, test } from "../../fixtures/talk-button.ts";

const BODY = `<main><h1>The bakery</h1>
<p id="cart">0 rolls</p>
<div style="height: 3000px"></div>
<p id="hours">Open from seven to noon.</p>
<form id="order" onsubmit="document.title = 'sent'; return false">
  <label>Email <input name="email" type="email"></label>
  <label>Pin <input name="pin" type="password"></label>
  <label>Bread <select name="bread"><option value="r">Rye</option><option value="w">Wheat</option></select></label>
  <button>Send</button>
</form></main>`;

interface Offered {
  Hark: { actions(given: object): Promise<void> };
}

async function offer(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { Hark } = window as unknown as Offered;
    await Hark.actions({
      addToCart: {
        description: "Puts rolls into the visitor's cart. Use it when the visitor wants some.",
        parameters: { count: { type: "number", description: "How many." } },
        asks: "Put this into your cart?",
        run({ count }: { count: number }) {
          must(document.getElementById("cart")).textContent = `${count} rolls`;
          return `${count} rolls are in the cart.`;
        },
      },
      highlight: { "#hours": "the opening hours" },
      showPicture: { "/roll.png": "our seeded rolls" },
      openPage: { "/menu": "the menu with its prices" },
      fillForm: {
        form: "#order",
        fields: { email: "The visitor's email address.", pin: "The pin.", bread: "The bread." },
      },
    });
    function must<Found>(found: Found | null): Found {
      if (found === null) throw new Error("not found");
      return found;
    }
  });
}

/** Types in the panel. */
function typingIn(page: Page) {
  const panel: FrameLocator = frameOf(page).frameLocator("iframe");
  const messages = panel.getByRole("log").getByRole("listitem");
  const type = async (words: string) => {
    await panel.getByRole("textbox", { name: "Your message" }).fill(words);
    await panel.getByRole("textbox", { name: "Your message" }).press("Enter");
  };
  return { panel, messages, type };
}

// T123: docs/security.md
test("an assistant does on the page what it offers, after the visitor's yes where the page asks for one @all", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  await page.goto(hostSite.publish({ body: BODY + scriptTag(stack.appUrl, live.embedId) }));
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await offer(page);
  await frameOf(page).getByRole("button", { name: "Type instead" }).click();
  const { messages, type } = typingIn(page);

  await type("Please put rolls into my cart, count: 3");
  const question = page.getByRole("alert", { name: "Put this into your cart?" });
  await expect(question.getByRole("definition")).toHaveText(["3"]);
  await expect(page.locator("#cart")).toHaveText("0 rolls");
  await expectNoFaults(page);
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(messages.last()).toHaveText(/3 rolls are in the cart\./);
  await expect(page.locator("#cart")).toHaveText("3 rolls");

  await type("Please put rolls into my cart, count: 9");
  await question.getByRole("button", { name: "No" }).click();
  await expect(messages.last()).toHaveText(/It did not work on the page\./);
  await expect(page.locator("#cart")).toHaveText("3 rolls");

  await expect(page.locator("#hours")).not.toBeInViewport();
  await type("Please point out the opening hours to me, marked on the page.");
  await expect(page.locator("#hours")).toBeInViewport();

  await expect(messages.last()).toHaveText(/The visitor sees it, marked\./);
  await type("Show me a picture of your seeded rolls.");
  const picture = page.getByRole("alert", { name: "our seeded rolls" });
  await expect(picture.getByRole("img", { name: "our seeded rolls" })).toBeVisible();
  await expect(messages.last()).toHaveText(/The picture is on the visitor's screen\./);
  await picture.getByRole("button", { name: "Close" }).click();
  await expect(picture).toHaveCount(0);

  await type("Fill in the form, email ada@example.com, bread: wheat, pin: 1234.");
  await expect(messages.last()).toHaveText(/Nothing was sent/);
  await expect(page.getByLabel("Email")).toHaveValue("ada@example.com");
  await expect(page.getByLabel("Bread")).toHaveValue("w");
  await expect(page.getByLabel("Pin")).toHaveValue("");
  expect(await page.title()).not.toBe("sent");

  const filter = {
    channel: "text",
    assistantId: null,
    status: null,
    fromMs: null,
    toMs: null,
  } as const;
  const paginationOpts = { cursor: null, numItems: 1 };
  const { page: typed } = await live.client.query(api.calls.pageCalls, {
    ...filter,
    paginationOpts,
  });
  const callId = must(typed[0], "the conversation").id;
  const { pageUses } = await live.client.action(api.calls.getCallDetails, { callId });
  expect(pageUses.map(({ name, state }) => [name, state])).toEqual([
    ["addToCart", "done"],
    ["addToCart", "failed"],
    ["highlight", "done"],
    ["showPicture", "done"],
    ["fillForm", "done"],
  ]);
});

test("in a call a page of the website is a link, and in writing it opens, with the conversation @all", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const menu = hostSite.publish({
    body: `<h1>The menu</h1>${scriptTag(stack.appUrl, live.embedId)}`,
  });
  const { pathname } = new URL(menu);
  await page.goto(hostSite.publish({ body: BODY + scriptTag(stack.appUrl, live.embedId) }));
  await page.evaluate(async (path) => {
    const { Hark } = window as unknown as Offered;
    await Hark.actions({ openPage: { [path]: "the menu with its prices" } });
  }, pathname);
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await frameOf(page).getByRole("button", { name: "Type instead" }).click();
  const { panel, messages, type } = typingIn(page);
  await type("Please open the page with the menu.");
  const link = page.getByRole("link", { name: "the menu with its prices" });
  await expect(link).toHaveAttribute("href", menu);
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(panel.getByRole("button", { name: "Stop voice chat" })).toBeVisible();
  await panel.getByRole("button", { name: "Stop voice chat" }).click();
  await expect(panel.getByRole("button", { name: "Start voice chat" })).toBeVisible();
  await type("Please open the page with the menu.");
  await expect(page.getByRole("heading", { name: "The menu" })).toBeVisible();
  expect(page.url()).toBe(menu);
  await expect(messages.last()).toHaveText(/The page opens as soon as you have answered\./);
});

test("what is wrong with an action is an error of its own, and what was offered before stays", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, live.embedId) }));
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  const mistakes = await page.evaluate(async () => {
    const { Hark } = window as unknown as Offered;
    const wrong = [
      { order: { description: "Orders." } },
      { openPage: { "https://elsewhere.example/": "another website" } },
      { showPicture: { "javascript:alert(1)": "nothing" } },
      { highlight: { "##": "nothing" } },
      { "add to cart": { description: "Adds.", run: () => "" } },
    ];
    return await Promise.all(
      wrong.map(async (given) => await Hark.actions(given).then(() => null, String)),
    );
  });
  expect(mistakes).toEqual([
    "TypeError: Hark.actions: order needs a function run.",
    "TypeError: Hark.actions: openPage: https://elsewhere.example/ is not a page of this website.",
    "TypeError: Hark.actions: showPicture: javascript:alert(1) is neither https nor an address of this website.",
    "TypeError: Hark.actions: highlight: ## is not a CSS selector.",
    "TypeError: Hark.actions: add to cart is no name: use at most 30 letters, digits and underscores, a letter first.",
  ]);
});

test("on a phone the panel makes way for the part of the page that is pointed out @all", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto(hostSite.publish({ body: BODY + scriptTag(stack.appUrl, live.embedId) }));
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await offer(page);
  const chip = frameOf(page).getByRole("button", { name: "Type instead" });
  await chip.click();
  const { panel, type } = typingIn(page);
  await type("Please point out the opening hours to me, marked on the page.");
  await expect(page.locator("#hours")).toBeInViewport();
  await expect(panel.getByRole("log")).toBeHidden();
  await expect(chip).toBeVisible();
});
