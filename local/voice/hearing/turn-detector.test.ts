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
  expect(changes).toEqual(["started", "stopped"]);
});

test("[H1] a click within the closing pause does not make it longer", () => {
  const [, stop] = listen([20, true], [20, false], [1, true], [40, false]);
  expect(stop).toEqual({ frame: 53, change: "stopped" });
});

test("[H1] one turn after the other is told apart", () => {
  const changes = listen([20, true], [40, false], [20, true], [40, false]).map(
    ({ change }) => change,
  );
  expect(changes).toEqual(["started", "stopped", "started", "stopped"]);
});
