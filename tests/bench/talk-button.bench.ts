import { chromium } from "@playwright/test";
import type { Browser, Frame, Request } from "@playwright/test";
import { must } from "../../local/must.ts";
import type { Stack } from "../../local/launch/stack.ts";
import { browserArguments, findBrowser, thisMachine } from "../browser.ts";
import { median } from "./median.ts";
import { createAssistant, publish, signUpOwner, subscribe } from "../fixtures/owner-client.ts";
import type { OwnerClient } from "../fixtures/owner-client.ts";
import { withStack } from "../fixtures/stack.ts";
import type { Bench, Figure, Table } from "./bench.ts";
import { conversationFigures, FAKE_MICROPHONE, presses, pressTable } from "./calls.ts";
import type { Presses } from "./calls.ts";
import { CONDITIONS, throttle } from "./condition.ts";
import type { Condition } from "./condition.ts";
import { recordTasks } from "./busy.ts";
import { openCompressingSite } from "./compressing-site.ts";
import { openUntilPainted } from "./painted.ts";
import { fetchPeers } from "./peer-widgets.ts";

const ROUNDS = 9;

interface Load {
  bytes: number;
  paintedMs: number;
  busyMs: number;
}

/** Our talk button beside those of others: empty pages with nothing but the button. */
export const bench: Bench = {
  title: "Talk button",
  async measure() {
    const results: (Figure | Table)[] = [];
    const peers = await fetchPeers();
    const executablePath = await findBrowser(thisMachine((line) => console.log(line)));
    const browser = await chromium.launch({
      executablePath,
      args: [...browserArguments(), ...FAKE_MICROPHONE],
      ignoreDefaultArgs: ["--mute-audio"],
    });
    await withStack(async (stack) => {
      const { owner, embedId } = await publishedAssistant(stack);
      const site = await openCompressingSite(stack);
      const hosts = await openCompressingSite(null);
      const show = (name: string, body: string) =>
        hosts.publish(`/${name}`, "text/html", `<!doctype html><title>.</title><body>${body}`);
      const bare = show("bare", "<button>Talk to us</button>");
      const ours = show(
        "ours",
        `<iframe src="${site.url}/widget/${embedId}" width="90" height="90" allow="microphone; autoplay"></iframe>`,
      );
      const theirs = peers.map(({ name, script, markup }) => {
        const src = hosts.publish(`/${name}.js`, "text/javascript", script);
        return { name, address: show(name, `${markup}<script async src="${src}"></script>`) };
      });
      for (const condition of CONDITIONS) {
        const addresses = [bare, ours, ...theirs.map(({ address }) => address)];
        const [empty, own, ...others] = await medianLoads(browser, addresses, condition);
        const busy = (load: Load) => Math.max(1, load.busyMs - must(empty, "bare page").busyMs);
        for (const [index, { name }] of theirs.entries()) {
          const [mine, other] = [must(own, "our page"), must(others[index], name)];
          const figure = (what: string, unit: string, value: number, baseline: number) =>
            results.push({
              name: `${what}, ${condition.name}`,
              unit,
              value,
              baseline: { name, value: baseline },
            });
          if (condition.network === null) {
            figure(
              "Bytes until the button is painted",
              "KB",
              mine.bytes / 1000,
              other.bytes / 1000,
            );
          }
          figure("Until the button is painted", "ms", mine.paintedMs, other.paintedMs);
          figure("Main thread busy until then", "ms", busy(mine), busy(other));
        }
      }
      const starts: Presses[] = [];
      for (const condition of CONDITIONS) {
        starts.push(await presses({ browser, address: ours, stack, owner }, condition));
      }
      results.push(pressTable(starts));
      results.push(...(await conversationFigures(executablePath, ours)));
      await site.close();
      await hosts.close();
    });
    await browser.close();
    return results;
  },
};

async function publishedAssistant(stack: Stack): Promise<{ owner: OwnerClient; embedId: string }> {
  const owner = await signUpOwner(stack);
  await subscribe(owner, "PRO");
  const assistant = await createAssistant(owner);
  await publish(owner, assistant);
  return { owner, embedId: assistant.embedId };
}

/** In turns, so that a slower moment of the machine is none of one page's alone. */
async function medianLoads(
  browser: Browser,
  addresses: string[],
  condition: Condition,
): Promise<Load[]> {
  const loads = addresses.map((): Load[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, address] of addresses.entries()) {
      must(loads[index], "loads").push(await load(browser, address, condition));
    }
  }
  return loads.map((ofOne) => {
    const middle = (pick: (load: Load) => number) => median(ofOne.map(pick));
    return {
      bytes: middle(({ bytes }) => bytes),
      paintedMs: middle(({ paintedMs }) => paintedMs),
      busyMs: middle(({ busyMs }) => busyMs),
    };
  });
}

/** One visit with an empty cache. */
async function load(browser: Browser, address: string, condition: Condition): Promise<Load> {
  const busyMs = await recordTasks(browser);
  const context = await browser.newContext();
  const page = await context.newPage();
  const finished: Request[] = [];
  page.on("requestfinished", (request) => {
    if (request.url() !== address) finished.push(request);
  });
  const session = await context.newCDPSession(page);
  await throttle(session, condition);
  const isIt = (frame: Frame) => frame.evaluate<boolean>(HAS_BUTTON);
  const span = await openUntilPainted(page, session, { address, isIt });
  await page.waitForLoadState("load");
  const sizes = await Promise.all(finished.map((request) => request.sizes()));
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  await context.close();
  return { bytes, paintedMs: span.toMs - span.fromMs, busyMs: await busyMs(span) };
}

/** An expression. Vapi's button is none by its element: its icon shows that it is there. */
const HAS_BUTTON = `(function has(root) {
  const isShown = (element) => element.getBoundingClientRect().width > 20;
  return (
    [...root.querySelectorAll("button, .vapi-widget-wrapper svg")].some(isShown) ||
    [...root.querySelectorAll("*")].some(({ shadowRoot }) => shadowRoot && has(shadowRoot))
  );
})(document)`;
