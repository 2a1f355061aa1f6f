import { expect, test, vi } from "vitest";
import { FRAME_SAMPLES } from "../speech/pcm.ts";
import { createMouth } from "./mouth.ts";

/** Ten frames for each word. */
const speak = async (text: string) =>
  new Int16Array(text.split(" ").length * 10 * FRAME_SAMPLES).fill(1);

/** Lets what is synthesized arrive. */
const arrive = () => new Promise<void>((resolve) => setImmediate(resolve));

const unheard = { isInterruptible: true, onReady: () => undefined, onStart: () => undefined };

function play(mouth: ReturnType<typeof createMouth>, frames: number) {
  return Array.from({ length: frames }, () => mouth.nextFrame()).filter((frame) => frame !== null)
    .length;
}

test("[C6] a text is spoken sentence by sentence, to its end", async () => {
  const mouth = createMouth(speak, () => {});
  const onReady = vi.fn<() => void>();
  const onStart = vi.fn<() => void>();
  const spoken = mouth.say("One two. Three four five.", {
    isInterruptible: true,
    onReady,
    onStart,
  });
  expect([mouth.nextFrame(), mouth.isBusy()]).toEqual([null, true]);
  expect(onReady).not.toHaveBeenCalled();
  await arrive();
  expect(onReady).toHaveBeenCalledOnce();
  expect(onStart).not.toHaveBeenCalled();
  expect(play(mouth, 60)).toBe(50);
  expect(onStart).toHaveBeenCalledOnce();
  expect(await spoken).toEqual({ text: "One two. Three four five.", isWhole: true });
  expect(mouth.isBusy()).toBe(false);
});

test("[C7] what was cut keeps the words that were heard, and what waited keeps none", async () => {
  const mouth = createMouth(speak, () => {});
  const first = mouth.say("One two. Three four five.", unheard);
  const second = mouth.say("Never heard.", unheard);
  await arrive();
  play(mouth, 42);
  mouth.cut();
  expect(await first).toEqual({ text: "One two. Three four", isWhole: false });
  expect(await second).toEqual({ text: "", isWhole: false });
  expect([mouth.nextFrame(), mouth.isBusy()]).toEqual([null, false]);
});

test("[C6] a sentence that cannot be spoken is passed over and reported", async () => {
  const onError = vi.fn();
  const failing = async (text: string) => {
    if (text.startsWith("Bad")) throw new Error("no voice");
    return speak(text);
  };
  const mouth = createMouth(failing, onError);
  const spoken = mouth.say("Bad one. Good one.", unheard);
  await arrive();
  await arrive();
  expect(play(mouth, 30)).toBe(20);
  expect((await spoken).isWhole).toBe(true);
  expect(onError).toHaveBeenCalledOnce();
});
