import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ListenCard } from "./listen-card";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function listening() {
  const { container } = render(<ListenCard />);
  expect(container.querySelector("audio")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Listen to a call" }));
  await screen.findByRole("button", { name: "Play" });
  const audio = container.querySelector("audio");
  if (audio === null) throw new Error("There is nothing to hear");
  return audio;
}

function heard(audio: HTMLAudioElement, seconds: number) {
  Object.defineProperty(audio, "currentTime", { value: seconds, configurable: true });
  fireEvent.timeUpdate(audio);
}

const timesShown = (text: RegExp) => screen.queryAllByText(text).length;

test("the button loads and plays the call, and the focus moves to Pause", async () => {
  const audio = await listening();
  expect(audio.autoplay).toBe(true);
  fireEvent.play(audio);
  const pause = screen.getByRole("button", { name: "Pause" });
  expect(document.activeElement).toBe(pause);
  const paused = vi.spyOn(audio, "pause").mockReturnValue();
  fireEvent.click(pause);
  expect(paused).toHaveBeenCalledOnce();
});

test("the captions follow the recording", async () => {
  const audio = await listening();
  // Once in the transcript, and a second time as the caption.
  expect(timesShown(/I need a birthday cake/)).toBe(1);
  heard(audio, 5.5);
  expect(timesShown(/I need a birthday cake/)).toBe(2);
  heard(audio, 0.5);
  expect(timesShown(/I need a birthday cake/)).toBe(1);
});

test("a browser that cannot play the recording points to the transcript", async () => {
  const audio = await listening();
  fireEvent.error(audio);
  expect(screen.getByRole("alert").textContent).toContain("read it below");
});
