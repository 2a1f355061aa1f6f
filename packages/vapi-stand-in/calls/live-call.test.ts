import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { FRAME_MS, FRAME_SAMPLES } from "../speech/pcm.ts";
import { createDialogue } from "./dialogue.ts";
import type { EarEvents } from "./ear.ts";
import { LiveCall } from "./live-call.ts";
import { createMouth } from "./mouth.ts";

const FRAMES_HELD_BY_THE_PAGE = 5;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A call whose assistant says a second of sound at once. */
function newCall(firstMessageInterruptionsEnabled = true) {
  const sent: Int16Array[] = [];
  const recorded: Int16Array[] = [];
  const flushes: number[] = [];
  const ear: { events?: EarEvents } = {};
  const speak = async () => new Int16Array(50 * FRAME_SAMPLES).fill(7);
  const dialogue = createDialogue("", 0);
  const call = new LiveCall(
    {
      clock: new AdjustableClock(),
      assistant: { firstMessage: "Hello there.", firstMessageInterruptionsEnabled },
      silenceTimeoutSeconds: 30,
      dialogue,
      answerer: { answer: async () => ({ text: "Yes.", source: "none" }) },
      mouth: createMouth(speak, () => undefined),
      newEar(events) {
        ear.events = events;
        return { hear: () => undefined, finishTurn: () => undefined, close: () => undefined };
      },
      recorder: { write: (frame) => void recorded.push(frame), close: async () => undefined },
      listener: {
        onMessage: () => undefined,
        onSpeech: (frame) => void sent.push(frame),
        onFlush: () => void flushes.push(sent.length),
        onChange: () => undefined,
        onEndWanted: () => undefined,
      },
      callTool: async () => "",
      log: () => undefined,
    },
    true,
  );
  const messages = () => dialogue.messages().map(({ message }) => message);
  return { call, sent, recorded, flushes, messages, interrupt: () => ear.events?.onTurnStart() };
}

const isLoud = (frame: Int16Array) => frame[0] === 7;

test("[C6] what the page holds back before it plays is sent at once, the rest as it is heard", async () => {
  const { call, sent, recorded } = newCall();
  call.begin();
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(FRAMES_HELD_BY_THE_PAGE + 1);
  await vi.advanceTimersByTimeAsync(10 * FRAME_MS);
  expect(sent).toHaveLength(FRAMES_HELD_BY_THE_PAGE + 10);
  expect(recorded.filter(isLoud), "recorded as it is heard").toHaveLength(10);
  await call.close();
});

test("[C7] what was sent ahead is not heard any more after an interruption", async () => {
  const { call, sent, recorded, flushes, interrupt } = newCall();
  call.begin();
  await vi.advanceTimersByTimeAsync(10 * FRAME_MS);
  const before = sent.length;
  interrupt();
  await vi.advanceTimersByTimeAsync(10 * FRAME_MS);
  expect(flushes).toEqual([before]);
  expect(sent).toHaveLength(before);
  expect(recorded.map(isLoud).lastIndexOf(true)).toBeLessThan(10);
  await call.close();
});

test("[C25] a typed message cuts the assistant off, and its heard words stay before it", async () => {
  const { call, sent, flushes, messages } = newCall();
  call.begin();
  await vi.advanceTimersByTimeAsync(40 * FRAME_MS);
  const add = (content: string, triggerResponseEnabled: boolean) =>
    call.onAppMessage(
      JSON.stringify({
        ...{ type: "add-message", message: { role: "user", content } },
        triggerResponseEnabled,
      }),
    );
  add("Silent.", false);
  expect(flushes, "a silent one interrupts nobody").toEqual([]);
  const before = sent.length;
  add("Typed?", true);
  expect(flushes).toEqual([before]);
  await vi.advanceTimersByTimeAsync(60 * FRAME_MS);
  expect(messages()).toEqual(["Silent.", "Hello", "Typed?", "Yes."]);
  await call.close();
});

test("[C7] who speaks while the first message is being made silences it only where that is allowed", async () => {
  for (const isAllowed of [true, false]) {
    const { call, sent, interrupt } = newCall(isAllowed);
    call.begin();
    interrupt();
    await vi.advanceTimersByTimeAsync(10 * FRAME_MS);
    expect(sent.some(isLoud)).toBe(!isAllowed);
    await call.close();
  }
});
