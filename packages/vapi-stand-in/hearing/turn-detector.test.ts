import { expect, test } from "vitest";
import { createTurnDetector } from "./turn-detector.ts";

function listen(...stretches: [frames: number, isVoiced: boolean][]) {
  const detector = createTurnDetector();
  const frames = stretches.flatMap(([count, isVoiced]) => Array<boolean>(count).fill(isVoiced));
  return frames.flatMap((isVoiced, frame) => {
    const change = detector.hear(isVoiced);
    return change === null ? [] : [{ frame, change }];
  });
}

test("[H1] a turn starts after 160 ms of voice and stops after 700 ms without", () => {
  expect(listen([50, false], [60, true], [60, false])).toEqual([
    { frame: 57, change: "started" },
    { frame: 127, change: "paused" },
    { frame: 142, change: "stopped" },
  ]);
});

test("[H1] a short noise starts no turn", () => {
  expect(listen([50, false], [7, true], [50, false])).toEqual([]);
});

test("[H1] a pause between words stops no turn", () => {
  const changes = listen([20, true], [30, false], [20, true], [40, false]).map(
    ({ change }) => change,
  );
  expect(changes).toEqual(["started", "paused", "resumed", "paused", "stopped"]);
});

test("[H5] a pause within a turn is told after 400 ms with hardly any voice, and when it is over", () => {
  const [, ...none] = listen([20, true], [17, false], [20, true]);
  expect(none).toEqual([]);
  const [, ...changes] = listen([20, true], [18, false], [20, true]);
  expect(changes).toEqual([
    { frame: 37, change: "paused" },
    { frame: 40, change: "resumed" },
  ]);
});

test("[H1] a click within the closing pause does not make it longer", () => {
  const [, pause, stop] = listen([20, true], [20, false], [1, true], [40, false]);
  expect(pause).toEqual({ frame: 37, change: "paused" });
  expect(stop).toEqual({ frame: 53, change: "stopped" });
});

test("[H1] one turn after the other is told apart", () => {
  const changes = listen([20, true], [40, false], [20, true], [40, false]).map(
    ({ change }) => change,
  );
  expect(changes).toEqual(["started", "paused", "stopped", "started", "paused", "stopped"]);
});
