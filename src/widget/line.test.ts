import { expect, test } from "vitest";
import { WIDGET_OFFLINE } from "../../convex/shared/messages";
import type { openTalk, TalkSetting } from "./call";
import { IDLE, openLine, type ShownState } from "./line";
import type { Talk } from "./talk";

const CONNECTING: ShownState = { ...IDLE, phase: "connecting" };
const ACTIVE: ShownState = { ...IDLE, phase: "active" };
const OFFLINE: ShownState = { ...IDLE, failure: WIDGET_OFFLINE, words: "No connection" };

type Call = { openTalk: typeof openTalk };

/** A line whose script comes, or does not, when the test says so. */
function lineThatWaits({ isRenewed = false } = {}) {
  const shown: ShownState[] = [];
  const presses: string[] = [];
  let setting: TalkSetting | null = null;
  const waiting: { come: () => void; fail: () => void }[] = [];
  const call: Call = {
    openTalk(given) {
      setting = given;
      const talk: Pick<Talk, "press" | "stop"> = {
        press() {
          presses.push("press");
          given.onState(CONNECTING);
        },
        stop: () => presses.push("stop"),
      };
      return talk as Talk;
    },
  };
  const line = openLine({
    loadCall: () =>
      new Promise((resolve, reject) => {
        waiting.push({ come: () => resolve(call), fail: () => reject(new Error("gone")) });
      }),
    renew: () => Promise.resolve(isRenewed),
    assistant: {} as TalkSetting["assistant"],
    isTesting: false,
    host: { heard: {}, send: () => undefined },
    onState: (state) => shown.push(state),
  });
  return { line, shown, presses, waiting, told: (state: ShownState) => setting?.onState(state) };
}

/** What was promised has happened by then. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("the first press connects at once, and goes on when what it needs has come", async () => {
  const { line, shown, presses, waiting, told } = lineThatWaits();
  line.press();
  expect(line.state()).toEqual(CONNECTING);
  waiting[0]?.come();
  await settled();
  expect(presses).toEqual(["press"]);
  told(ACTIVE);
  expect(shown, "and says of nothing twice").toEqual([CONNECTING, ACTIVE]);
  line.press();
  line.stop();
  expect(presses).toEqual(["press", "press", "stop"]);
});

test.each(["press", "stop"] as const)("a %s before that is a stop", async (way) => {
  const { line, shown, presses, waiting } = lineThatWaits();
  line.press();
  line[way]();
  waiting[0]?.come();
  await settled();
  expect(presses).toEqual([]);
  expect(shown).toEqual([CONNECTING, IDLE]);
});

test("three presses before that begin one talk", async () => {
  const { line, presses, waiting } = lineThatWaits();
  for (let count = 0; count < 3; count += 1) line.press();
  for (const { come } of waiting) come();
  await settled();
  expect(presses).toEqual(["press"]);
});

test("what does not come is told, and the next press tries again", async () => {
  const { line, shown, presses, waiting } = lineThatWaits();
  line.press();
  waiting[0]?.fail();
  await settled();
  expect(shown).toEqual([CONNECTING, OFFLINE]);
  line.press();
  waiting[1]?.come();
  await settled();
  expect(presses).toEqual(["press"]);
});

test("while the page is loaded anew nothing is told", async () => {
  const { line, shown, waiting } = lineThatWaits({ isRenewed: true });
  line.press();
  waiting[0]?.fail();
  await settled();
  expect(shown).toEqual([CONNECTING]);
});
