import { chromium } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import { browserArguments, findBrowser, thisMachine } from "../browser.ts";
import { createAssistant, publish, signUpOwner, subscribe } from "../fixtures/owner-client.ts";
import { withStack } from "../fixtures/stack.ts";
import { scriptTag } from "../fixtures/talk-button.ts";
import type { Bench, Figure } from "./bench.ts";
import { openCompressingSite } from "./compressing-site.ts";
import { CONDITIONS } from "./condition.ts";
import { medians } from "./median.ts";
import { BUTTON, fetchPeers } from "./peer-widgets.ts";
import { pressUntilTypable, type Typable } from "./typable.ts";

const ROUNDS = 9;

/** A JavaScript expression. */
const TYPE_INSTEAD = 'document.querySelector(".chip")';

/** Compares how long visitors wait for a panel that they can type in, on pages with nothing but the button. */
export const bench: Bench = {
  title: "Panel to type in",
  async measure() {
    const figures: Figure[] = [];
    const peers = await fetchPeers();
    const executablePath = await findBrowser(thisMachine((line) => console.log(line)));
    const browser = await chromium.launch({ executablePath, args: browserArguments() });
    await withStack(async (stack) => {
      const owner = await signUpOwner(stack);
      await subscribe(owner, "PRO");
      const assistant = await createAssistant(owner);
      await publish(owner, assistant);
      const site = await openCompressingSite(stack);
      const hosts = await openCompressingSite(null);
      const show = (name: string, body: string) =>
        hosts.publish(`/${name}`, "text/html", `<!doctype html><title>.</title><body>${body}`);
      const ours = {
        address: show("ours", scriptTag(site.url, assistant.embedId)),
        button: TYPE_INSTEAD,
      };
      const theirs = peers.map(({ name, script, markup }) => {
        const src = hosts.publish(`/${name}.js`, "text/javascript", script);
        const body = `${markup.type}<script async src="${src}"></script>`;
        return { name, address: show(name, body), button: BUTTON };
      });
      for (const condition of CONDITIONS) {
        const visits = [ours, ...theirs].map((): Typable[] => []);
        // In turns, because the machine's speed varies over time.
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const [index, where] of [ours, ...theirs].entries()) {
            const visit = await pressUntilTypable(browser, where, condition);
            must(visits[index], "its visits").push(visit);
          }
        }
        const [own, ...others] = visits.map(medians);
        const mine = must(own, "our times");
        for (const [index, { name }] of theirs.entries()) {
          const other = must(others[index], name);
          const figure = (what: string, of: keyof Typable) =>
            figures.push({
              name: `${what} until one can type, ${condition.name}`,
              unit: "ms",
              value: mine[of],
              baseline: { name, value: other[of] },
            });
          figure("From the press", "afterPressMs");
          figure("From opening the page, with a press as soon as possible,", "afterOpeningMs");
        }
      }
      await site.close();
      await hosts.close();
    });
    await browser.close();
    return figures;
  },
};
