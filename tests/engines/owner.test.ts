/** What an owner does after signing in. */
import { byCss, byLabel, byRole, byText, within } from "./driver/query.ts";
import { createAssistant, signUpOwner } from "../fixtures/owner-client.ts";
import { expect, inEachEngine } from "./test.ts";
import { signInto } from "./sign-in.ts";

const GOOD_CARD = {
  "Card number": "4242424242424242",
  Expiry: "1249",
  CVC: "123",
  "Name on card": "Ada Owner",
};

inEachEngine((test) => {
  test("an assistant is published under a trial, and its embed code is shown", async ({
    user,
    stack,
  }) => {
    const owner = await signUpOwner(stack);
    await createAssistant(owner, { name: "Front desk" });
    await signInto(user, stack, owner);
    await user.open(`${stack.appUrl}/dashboard/subscription`);
    const starter = byRole("article", "Starter");
    await user.press(within(starter, byRole("button", "Start 7-Day Trial")));
    for (const [label, text] of Object.entries(GOOD_CARD)) await user.fill(byLabel(label), text);
    await user.press(byRole("button", "Start trial"));
    await user.arrivesAt("/dashboard/subscription?subscription=success");
    await user.sees(within(byRole("region", "Current Plan"), byText("Free Trial")));

    await user.press(byRole("link", "Assistants"));
    const card = byRole("article", "Front desk");
    await user.press(within(card, byRole("button", /^Publish/)));
    await user.sees(within(card, byText("Live")));
    await user.press(within(card, byRole("button", /^Code/)));
    await user.sees(within(card, byText(/^Not seen on any website yet/)));
    await user.sees(within(card, byRole("button", "Copy")));
  });

  test("the account menu opens, moves and closes by keyboard", async ({ user, stack }) => {
    const owner = await signUpOwner(stack);
    await signInto(user, stack, owner);
    await user.open(`${stack.appUrl}/dashboard`);
    const trigger = byRole("button", /^Account/);
    await user.sees(byText("No assistants yet"));
    const focused = "return document.activeElement.textContent.trim()";
    for (let press = 0; press < 20; press += 1) {
      await user.key("Tab");
      if (String(await user.run(focused)).startsWith("owner-")) break;
    }
    await user.key("Enter");
    await user.sees(byRole("menuitem", "Sign out"));
    await user.key("ArrowUp");
    await user.key("Escape");
    await user.seesNo(byRole("menu"));
    await user.sees(trigger);
    expect(await user.run(focused), "the focus is where it was").toMatch(/^owner-/);
    await user.key("Enter");
    await user.sees(byCss("[role^=menuitem]:focus"));
    for (let press = 0; press < 12; press += 1) {
      if ((await user.run(focused)) === "Sign out") break;
      await user.key("ArrowDown");
    }
    await user.key("Enter");
    await user.arrivesAt("/login");

    await user.fill(byLabel("Email"), owner.account.email);
    await user.fill(byLabel("Password"), owner.account.password);
    await user.press(byRole("button", "Sign in"));
    await user.arrivesAt("/dashboard");
  });
});
