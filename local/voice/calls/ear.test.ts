import { expect, test } from "vitest";
import { FRAME_SAMPLES } from "../speech/pcm.ts";
import { createEar } from "./ear.ts";

test("[C7] a voice is told of before a recognizer is started for it", () => {
  const happened: string[] = [];
  const ear = createEar({
    activity: { isVoice: () => true, close: () => undefined },
    recognizer: {
      name: "none",
      listen() {
        happened.push("recognizer");
        return { hear: () => undefined, finish: async () => "" };
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
