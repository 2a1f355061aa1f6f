/**
 * Measures the steps from a press to the first sound, from a question to its answer, and from an interruption to
 * silence.
 */
import { chromium } from "@playwright/test";
import type { Browser, BrowserContext, Frame, Page } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import type { Stack } from "../../tools/start/stack.ts";
import { browserArguments } from "../browser.ts";
import { eventually } from "../eventually.ts";
import type { OwnerClient } from "../fixtures/owner-client.ts";
import { FIRST_SENTENCE, withSpeech } from "../fixtures/speech.ts";
import type { Sentence } from "../fixtures/speech.ts";
import type { Figure, Table } from "./bench.ts";
import { happeningsIn, WATCH_CALLS } from "./call-watch.ts";
import type { Happening } from "./call-watch.ts";
import { throttle } from "./condition.ts";
import type { Condition } from "./condition.ts";
import { median } from "./median.ts";

const PAGES = 3;
const CALLS = 3;
const CONVERSATIONS = 3;
const PATIENCE_MS = 120_000;
/** Moves the clock past the rate limit on starts. */
const BETWEEN_CALLS_MS = 10_000;

export const FAKE_MICROPHONE = [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  "--autoplay-policy=no-user-gesture-required",
];

const STEPS: [name: string, what: string][] = [
  ["the microphone is open", "microphone"],
  ["the call machine's worklets are loaded", "worklet"],
  ["our proxy has answered", "answered /call/web"],
  ["the call machine knows its room", "call machine"],
  ["it is connected to the room", "socket"],
  ["the page has joined", "joined"],
  ["the other side listens", "listening"],
  ["the first sound", "assistant begins"],
];

/** When each step was first reached, after the press. */
export type Press = Map<string, number>;

export interface Presses {
  first: Press[];
  next: Press[];
}

export interface Visit {
  browser: Browser;
  address: string;
  stack: Stack;
  owner: OwnerClient;
}

/** Makes several calls on each of several pages, after everything was prefetched. */
export async function presses(visit: Visit, condition: Condition): Promise<Presses> {
  const made: Presses = { first: [], next: [] };
  for (let page = 0; page < PAGES; page += 1) {
    const [first, ...next] = await pressesOnOnePage(visit, condition);
    made.first.push(must(first, "a first call"));
    made.next.push(...next);
  }
  return made;
}

async function pressesOnOnePage(
  { browser, address, stack, owner }: Visit,
  condition: Condition,
): Promise<Press[]> {
  const context = await watchedContext(browser);
  const page = await context.newPage();
  await throttle(await context.newCDPSession(page), condition);
  const prepared = page.waitForResponse(stack.vendors.voice.callMachineUrl);
  await page.goto(address);
  await (await prepared).finished();
  const made: Press[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    await buttonOf(page, "Start").click();
    const happened = await waitFor(page, "assistant begins", 1);
    made.push(new Map(happened.toReversed().map(({ what, atMs }) => [what, atMs])));
    await buttonOf(page, "Stop").click();
    await buttonOf(page, "Start").waitFor();
    // The next press waits until the previous call is counted and its recording is stored.
    await eventually(() => isPutAway(owner));
    stack.clock.advance(BETWEEN_CALLS_MS);
  }
  await context.close();
  return made;
}

async function isPutAway({ client }: OwnerClient): Promise<boolean> {
  const [last] = await client.query(api.calls.recentCalls, {});
  if (last?.status !== "ended") return false;
  return !(await client.action(api.calls.getCallDetails, { callId: last.id })).isRecordingPending;
}

/** One row for each step; for each condition a column for the first call on a page and one for later calls. */
export function pressTable(conditions: Presses[]): Table {
  return {
    title: "From the press, in milliseconds",
    columns: ["", "first", "next", "first, slow", "next, slow"],
    rows: STEPS.map(([name, what]) => [
      name,
      ...conditions.flatMap(({ first, next }) =>
        [first, next].map((calls) =>
          median(calls.map((call) => call.get(what) ?? Number.NaN)).toFixed(0),
        ),
      ),
    ]),
  };
}

export async function conversationFigures(
  executablePath: string,
  address: string,
): Promise<Figure[]> {
  const where = { executablePath, address };
  const answered = await conversations(where, { until: ["assistant begins", 2] });
  // The assistant is speaking the answer by then.
  const objection = { text: "Excuse me, please stop.", afterSeconds: 2.2 };
  const interrupted = await conversations(where, { objection, until: ["assistant ends", 2] });
  const span =
    ([from, fromAt]: Nth, [to, toAt]: Nth) =>
    (happened: Happening[]) =>
      nth(happened, [to, toAt]).atMs - nth(happened, [from, fromAt]).atMs;
  const answers = answered.map(span(["visitor ends", 1], ["assistant begins", 2]));
  const silences = interrupted.map(span(["visitor begins", 2], ["assistant ends", 2]));
  return [
    {
      name: "From the end of a question to its answer, including a pause of 700 ms",
      unit: "ms",
      value: median(answers),
    },
    {
      name: "From an interruption to the assistant's silence",
      unit: "ms",
      value: median(silences),
    },
  ];
}

type Nth = [what: string, count: number];

interface Conversation {
  /** What the visitor says after the question, and when. */
  objection?: Sentence;
  until: Nth;
}

/** Visitors ask for the opening hours. Returns the events on each visitor's page. */
async function conversations(
  { executablePath, address }: { executablePath: string; address: string },
  { objection, until }: Conversation,
): Promise<Happening[][]> {
  const all: Happening[][] = [];
  const sentences = objection === undefined ? [FIRST_SENTENCE] : [FIRST_SENTENCE, objection];
  await withSpeech(async (file) => {
    for (let conversation = 0; conversation < CONVERSATIONS; conversation += 1) {
      const browser = await chromium.launch({
        executablePath,
        args: [
          ...browserArguments(),
          ...FAKE_MICROPHONE,
          `--use-file-for-fake-audio-capture=${file}%noloop`,
        ],
        ignoreDefaultArgs: ["--mute-audio"],
      });
      const page = await (await watchedContext(browser)).newPage();
      await page.goto(address);
      await buttonOf(page, "Start").click();
      all.push(await waitFor(page, ...until));
      await browser.close();
    }
  }, sentences);
  return all;
}

function nth(happened: Happening[], [what, count]: Nth): Happening {
  return must(happened.filter((one) => one.what === what)[count - 1], `${what}, ${count}`);
}

async function watchedContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ permissions: ["microphone"] });
  await context.addInitScript({ content: WATCH_CALLS });
  return context;
}

function buttonOf(page: Page, what: "Start" | "Stop") {
  return page.frameLocator("iframe").getByRole("button", { name: `${what} voice chat` });
}

/** Waits for the nth event of this kind and returns all events since the press. */
async function waitFor(page: Page, what: string, count: number): Promise<Happening[]> {
  const frame: Frame = must(page.frames()[1], "the button's frame");
  const latestMs = performance.now() + PATIENCE_MS;
  while (performance.now() < latestMs) {
    const happened = await happeningsIn(frame);
    if (happened.filter((one) => one.what === what).length >= count) return happened;
    await page.waitForTimeout(100);
  }
  throw new Error(`"${what}" has not happened ${count} times`);
}
