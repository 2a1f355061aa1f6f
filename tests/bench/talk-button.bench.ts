import { chromium } from "@playwright/test";
import type { Browser } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import type { Stack } from "../../tools/start/stack.ts";
import { browserArguments, findBrowser, thisMachine } from "../browser.ts";
import { medians } from "./median.ts";
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
import { BUTTON, fetchPeers } from "./peer-widgets.ts";
import { openPlainPage } from "./plain-page.ts";
import { openUntilPressable } from "./pressable.ts";

/** More rounds where a visit takes a fraction of a second, because a few milliseconds matter there. */
const rounds = ({ network }: Condition) => (network === null ? 31 : 9);

const BARE_BUTTON = "<button>Talk to us</button>";
const LISTENER =
  '<script>document.querySelector("button").addEventListener("click", () => {})</script>';

const SCREEN = { width: 1280, height: 720 };

type Load = Record<"paintedMs" | "busyMs", number>;

/** Compares our talk button with others, on pages with nothing but the button. */
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
      const frame = (name: string, src: string) => {
        const rights = 'allow="microphone; autoplay"';
        return show(name, `<iframe src="${src}" width="90" height="90" ${rights}></iframe>`);
      };
      const bare = show("bare", BARE_BUTTON);
      const ours = frame("ours", `${site.url}/widget/${embedId}`);
      const theirs = peers.map(({ name, script, markup }) => {
        const src = hosts.publish(`/${name}.js`, "text/javascript", script);
        return { name, address: show(name, `${markup.talk}<script async src="${src}"></script>`) };
      });
      // The lower bound for a button in a frame.
      const least = show("least", BARE_BUTTON + LISTENER);
      theirs.push({ name: "a bare button in a frame", address: frame("framed", least) });
      for (const condition of CONDITIONS) {
        const buttons = [ours, ...theirs.map(({ address }) => address)];
        const [empty, ...loads] = await inTurns([bare, ...buttons], condition, (address) =>
          load(browser, address, condition),
        );
        const visits = await inTurns(buttons, condition, (address) =>
          openUntilPressable(browser, { address, button: BUTTON }, condition),
        );
        const [own, ...others] = buttons.map((address, index) => ({
          ...must(loads[index], address),
          ...must(visits[index], address),
        }));
        const mine = must(own, "our page");
        const emptyBusyMs = must(empty, "bare page").busyMs;
        const busy = (of: Load) => Math.max(1, of.busyMs - emptyBusyMs);
        for (const [index, { name }] of theirs.entries()) {
          const other = must(others[index], name);
          const figure = (what: string, unit: string, value: number, baseline: number) =>
            results.push({
              name: `${what}, ${condition.name}`,
              unit,
              value,
              baseline: { name, value: baseline },
            });
          if (condition.network === null) {
            figure(
              "Bytes until the button can be pressed",
              "KB",
              mine.bytes / 1000,
              other.bytes / 1000,
            );
            figure("Requests until then", "", mine.requests, other.requests);
          }
          figure("Until the button is painted", "ms", mine.paintedMs, other.paintedMs);
          figure("Until it can be pressed", "ms", mine.pressableMs, other.pressableMs);
          figure("Main thread busy until it is painted", "ms", busy(mine), busy(other));
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

/** Medians of measurements in turns, because the machine's speed varies over time. */
async function inTurns<Name extends string>(
  addresses: string[],
  condition: Condition,
  measure: (address: string) => Promise<Record<Name, number>>,
): Promise<Record<Name, number>[]> {
  const measured = addresses.map((): Record<Name, number>[] => []);
  for (let round = 0; round < rounds(condition); round += 1) {
    for (const [index, address] of addresses.entries()) {
      must(measured[index], "its figures").push(await measure(address));
    }
  }
  return measured.map(medians);
}

/** Measures one visit with an empty cache. */
async function load(browser: Browser, address: string, condition: Condition): Promise<Load> {
  const busyMs = await recordTasks(browser);
  const page = await openPlainPage(browser, SCREEN);
  await throttle(page, condition);
  const span = await openUntilPainted(page, { address, isIt: `${BUTTON} !== null` });
  await page.close();
  return { paintedMs: span.toMs - span.fromMs, busyMs: await busyMs(span) };
}
