import { expect, test } from "vitest";
import { createHeardSpeech } from "./heard-speech.ts";

function lateOf(arrivalsMs: number[]): number {
  const heard = createHeardSpeech();
  for (const atMs of arrivalsMs) heard.frame(atMs);
  return heard.late();
}

test("frames that come as they are spoken, or together and ahead, are in time", () => {
  expect(lateOf([0, 20, 40, 60, 80])).toBe(0);
  expect(lateOf([0, 0, 0, 0, 0, 20, 40, 60])).toBe(0);
});

test("a frame that comes after the page has run out is late, and the page waits for the next two", () => {
  // The page begins at 20 with two frames, which last until 60.
  expect(lateOf([0, 20, 61, 70])).toBe(1);
  expect(lateOf([0, 20, 60])).toBe(0);
  // It begins anew at 70, and has then enough until 110.
  expect(lateOf([0, 20, 61, 70, 110])).toBe(1);
  expect(lateOf([0, 20, 61, 70, 111])).toBe(2);
});

test("a pause between two sayings makes nothing late", () => {
  const heard = createHeardSpeech();
  heard.frame(0);
  heard.frame(20);
  heard.begin();
  heard.frame(5_000);
  heard.frame(5_020);
  expect([heard.frames(), heard.late()]).toEqual([4, 0]);
});
