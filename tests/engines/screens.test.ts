/** Screens that must look the same in every engine. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { ownerApiWith } from "../fixtures/owner-api.ts";
import { createAssistant, signUpOwner } from "../fixtures/owner-client.ts";
import { setVariables } from "../fixtures/stack.ts";
import { signInto } from "./sign-in.ts";
import { byRole } from "./driver/query.ts";
import { expect, inEachEngine } from "./test.ts";

const PAGES = {
  landing: { address: "/", with: byRole("heading", "Features") },
  assistants: { address: "/dashboard", with: byRole("article") },
  inbox: { address: "/dashboard/inbox", with: byRole("heading", "Nothing here yet") },
  subscription: { address: "/dashboard/subscription", with: byRole("article", "Starter") },
  analytics: { address: "/dashboard/calls", with: byRole("search") },
  trends: { address: "/dashboard/calls/trends", with: byRole("form", "Charts") },
  typed: { address: "/dashboard/calls/typed", with: byRole("form", "Typed conversations") },
  operator: { address: "/dashboard/operator", with: byRole("heading", "Operator") },
  account: { address: "/dashboard/account", with: byRole("heading", "Account") },
  answer: {
    address: "/answer/nobodys",
    with: byRole("heading", "This link no longer works"),
  },
  receipt: {
    address: "/receipt/nobodys",
    with: byRole("heading", "This receipt is no longer here"),
  },
  studio: { address: "/test-embed", with: byRole("heading", "Widget Testing Studio") },
};

/** The heights of form controls. */
const CONTROLS = `
  const boxes = [...document.querySelectorAll("main form [id]")]
    .filter((element) => element.matches("input:not([type=checkbox], [type=radio], [type=file]), select"))
    .map((element) => element.getBoundingClientRect());
  return boxes.map(({ height }) => height);`;

inEachEngine((test, { name }) => {
  test("the controls of a row are alike, and no page is wider than its window", async ({
    user,
    stack,
  }) => {
    const owner = await signUpOwner(stack);
    const { embedId } = await createAssistant(owner);
    await ownerApiWith(owner.tokens.token, stack).recordCall(embedId);
    await setVariables(stack, { OPERATOR_EMAILS: owner.account.email });
    await signInto(user, stack, owner);
    // Dark mode matters only for screenshots.
    const themes = process.env.LOOK_AT === undefined ? ["light"] : ["light", "dark"];
    for (const theme of themes) {
      await user.run("localStorage.setItem('hark.theme', arguments[0])", theme);
      for (const width of [1280, 375]) {
        await user.resize(width, 900);
        for (const [page, { address, with: sign }] of Object.entries(PAGES)) {
          await user.open(stack.appUrl + address);
          await user.sees(sign);
          expect(await user.run("return innerWidth"), page).toBe(width);
          const { scrollWidth, clientWidth } = (await user.run(
            "const { scrollWidth, clientWidth } = document.documentElement; return { scrollWidth, clientWidth }",
          )) as Record<string, number>;
          expect(scrollWidth, page).toBe(clientWidth);
          const heights = (await user.run(CONTROLS)) as number[];
          expect(new Set(heights).size, `${page}: ${heights.join(", ")}`).toBeLessThanOrEqual(1);
          await look(`${page}-${theme}-${width}-${name}`);
        }
      }
    }

    async function look(picture: string): Promise<void> {
      const folder = process.env.LOOK_AT;
      if (folder === undefined) return;
      await mkdir(folder, { recursive: true });
      await user.picture(path.join(folder, `${picture}.png`));
    }
  });
});
