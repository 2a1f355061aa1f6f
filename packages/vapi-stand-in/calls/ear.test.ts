import { expect, test } from "vitest";
import { FRAME_SAMPLES } from "../speech/pcm.ts";
import { createEar } from "./ear.ts";

const recognizer = {
  prepare: () => undefined,
  listen: () => ({ hear: () => undefined, pause: () => undefined, finish: async () => "" }),
  close: () => undefined,
};

test("[C7] a voice is told of before a recognizer is started for it", () => {
  const happened: string[] = [];
  const ear = createEar({
    activity: { isVoice: () => true, close: () => undefined },
    recognizer: {
      ...recognizer,
      listen() {
        happened.push("recognizer");
        return recognizer.listen();
      },
    },
    events: {
      onTurnStart: () => void happened.push("voice"),
      onTurnEnd: () => undefined,
      onTurn: () => undefined,
    },
    onError: () => undefined,
  });
  for (let frame = 0; frame < 10; frame += 1) ear.hear(new Int16Array(FRAME_SAMPLES));
  expect(happened).toEqual(["voice", "recognizer"]);
  ear.close();
});

/** What a scribe is told of a turn: frames by their first sample, which is 1 for a voice. */
function hear(...stretches: [frames: number, isVoiced: boolean][]) {
  const told: string[] = [];
  const ear = createEar({
    activity: { isVoice: ([first]) => first === 1, close: () => undefined },
    recognizer: {
      ...recognizer,
      listen: () => ({
        hear: ([first]) => void told.push(first === 1 ? "voice" : "silence"),
        pause: () => void told.push("pause"),
        async finish() {
          told.push("finish");
          return "";
        },
      }),
    },
    events: { onTurnStart: () => undefined, onTurnEnd: () => undefined, onTurn: () => undefined },
    onError: () => undefined,
  });
  for (const [frames, isVoiced] of stretches) {
    for (let frame = 0; frame < frames; frame += 1)
      ear.hear(new Int16Array(FRAME_SAMPLES).fill(isVoiced ? 1 : 0));
  }
  ear.close();
  return told;
}

const times = (count: number, word: string) => Array<string>(count).fill(word);

test("[H5] the words are asked for within the pause, and what follows it is not heard", () => {
  const silenceFrames = 18;
  expect(hear([20, true], [60, false])).toEqual([
    ...times(20, "voice"),
    ...times(silenceFrames, "silence"),
    "pause",
    "finish",
  ]);
});

test("[H5] a visitor who goes on after a pause is heard without a gap", () => {
  const told = hear([20, true], [30, false], [20, true]);
  expect(told.filter((what) => what === "pause")).toHaveLength(1);
  expect(told.filter((what) => what !== "pause")).toEqual([
    ...times(20, "voice"),
    ...times(30, "silence"),
    ...times(20, "voice"),
  ]);
});
