/** The main paths through the product, in Firefox and WebKit. */
import { randomUUID } from "node:crypto";
import { EN_MESSAGES } from "../../convex/shared/talkButtonLanguages/en.ts";
import { talkPathFor } from "../../src/lib/routes.ts";
import { newAccount } from "../fixtures/account.ts";
import { callsOf, scriptTag, snippet } from "../fixtures/talk-button.ts";
import { byCss, byLabel, byRole, byText, within } from "./driver/query.ts";
import { expect, inEachEngine } from "./test.ts";

const CAPTIONS = `
  const holders = [...document.querySelectorAll("*")].filter(({ shadowRoot }) => shadowRoot);
  return holders.map((h) => h.shadowRoot.querySelector("[data-part=bubble]")?.textContent).join("");`;

inEachEngine((test, { canTalk }) => {
  test("a new owner signs up from the landing page, creates an assistant and opens every page", async ({
    user,
    stack,
  }) => {
    await user.open(stack.appUrl);
    await user.sees(byRole("heading", "Let your website pick up the phone"));
    // The select is enabled once the script has hydrated the page.
    await user.press(within(byCss("select:enabled"), byRole("option", "Dark")));
    expect(await user.run("return getComputedStyle(document.documentElement).colorScheme")).toBe(
      "dark",
    );

    const { email, password } = newAccount(randomUUID());
    await user.press(byRole("link", "Dashboard"));
    await user.press(byRole("button", "Sign up instead"));
    await user.fill(byLabel("Email"), email);
    await user.fill(byLabel("Password"), password);
    await user.press(byRole("button", "Sign up"));
    // New owners see the plans first, once.
    await user.arrivesAt("/dashboard/subscription");
    await user.sees(byRole("heading", "Starter"));

    await user.press(byRole("link", "Assistants"));
    await user.press(byRole("button", "Create Assistant"));
    const form = byRole("form", "Create assistant");
    await user.fill(byLabel("Assistant name"), "Front desk");
    await user.fill(byLabel("System prompt"), "You answer the phone of a bakery.");
    await user.fill(byLabel("Assistant goal"), "Take an order.");
    await user.press(within(form, byRole("button", "Create Assistant")));
    await user.sees(within(byRole("article", "Front desk"), byText("Draft")));

    await user.press(byRole("link", "Inbox"));
    await user.sees(byRole("heading", "Nothing here yet"));
    await user.press(byRole("link", "Analytics"));
    await user.sees(byText(/^No calls found\./));

    await user.press(byRole("button", /^Account/));
    await user.press(byRole("menuitem", "Sign out"));
    await user.sees(byRole("heading", "Welcome back"));
  });

  const talks = canTalk ? "talks and stops" : "sees that this browser does not support calls";
  test(`a visitor presses the button and ${talks}`, async ({ user, stack, hostSite, live }) => {
    const button = canTalk ? scriptTag : snippet;
    await user.open(hostSite.publish({ body: button(stack.appUrl, live.embedId) }));
    if (!canTalk) {
      await user.inFrame(async () => {
        await user.press(byRole("button", "Start voice chat"));
        await user.sees(byText(EN_MESSAGES.browser_too_old[0]));
      });
      return;
    }
    await user.inFrame(async () => {
      await user.press(byRole("button", "Start voice chat"));
      await user.sees(byRole("button", "Stop voice chat"));
    });
    await expect.poll(() => user.run(CAPTIONS), "what the assistant says").toMatch(/\w/);
    await user.inFrame(async () => {
      await user.press(byRole("button", "Stop voice chat"));
      await user.sees(byRole("button", "Start voice chat"));
    });
    await expect
      .poll(async () => (await callsOf(live))[0])
      .toMatchObject({ status: "ended", endedReason: "customer-ended-call" });
  });

  test("a visitor types, reads the answer, and finds both after a reload", async ({
    user,
    stack,
    live,
  }) => {
    const log = byRole("log");
    const address = stack.appUrl + talkPathFor(live.embedId);
    await user.open(address);
    await user.sees(within(log, byText(/How can I help you/)));
    await user.fill(byLabel("Your message"), "When do you open?");
    await user.key("Enter");
    await user.sees(within(log, byText("When do you open?")));
    await user.sees(within(log, byText(/seven/)));
    await user.open(address);
    await user.sees(within(log, byText("When do you open?")));
    await user.sees(within(log, byText(/seven/)));
  });
});
