import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FoundAssistant } from "../state/assistant";
import { NotSignedIn } from "../transport/backend";
import { Widget } from "./widget";

const BAKERY = {
  embedId: "bakery",
  name: "Bakery desk",
  hasVoice: true,
  widgetColor: "#14b8a6",
  widgetIcon: "mic",
  widgetSize: "small",
} as FoundAssistant;

const findAssistant = vi.fn<() => Promise<FoundAssistant | null>>();

beforeEach(() => {
  vi.useFakeTimers();
  findAssistant.mockReset();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  document.documentElement.removeAttribute("style");
});

async function show(): Promise<HTMLElement> {
  const notAsked = () => Promise.reject(new Error("nobody tests"));
  const host = {
    heard: {},
    send: () => undefined,
    listen: () => () => undefined,
  };
  const { container } = render(
    <Widget
      backend={{ findAssistant, testUsage: notAsked, freeTrial: notAsked }}
      setting={{ host, isTesting: false, isUnseen: false }}
    />,
  );
  expect(screen.getByRole("status").textContent).toBe("Loading voice chat");
  await pass(0);
  return container;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const isShown = () => screen.queryByRole("button", { name: "Start voice chat" }) !== null;

test("once the assistant is known its button is there, in its colour and size", async () => {
  findAssistant.mockResolvedValue(BAKERY);
  await show();
  expect(isShown()).toBe(true);
  const { style } = document.documentElement;
  expect(style.getPropertyValue("--color")).toBe("#14b8a6");
  expect(style.getPropertyValue("--size")).toBe("48px");
});

test("a backend that is away is asked again, at ever longer pauses", async () => {
  findAssistant.mockRejectedValue(new TypeError("Failed to fetch"));
  await show();
  for (const [pauseMs, asked] of [
    [1_000, 2],
    [2_000, 3],
    [4_000, 4],
  ] as const) {
    await pass(pauseMs - 1);
    expect(findAssistant).toHaveBeenCalledTimes(asked - 1);
    await pass(1);
    expect(findAssistant).toHaveBeenCalledTimes(asked);
    expect(screen.getByText("Loading voice chat")).toBeTruthy();
  }
  findAssistant.mockResolvedValue(BAKERY);
  await pass(8_000);
  expect(isShown()).toBe(true);
});

test.each([
  ["there is none", () => Promise.resolve(null)],
  ["nobody is signed in to test", () => Promise.reject(new NotSignedIn())],
])("where %s there is no button, and nobody asks again", async (_why, answer) => {
  findAssistant.mockImplementation(answer);
  const container = await show();
  expect(container.childElementCount).toBe(0);
  await pass(60_000);
  expect(findAssistant).toHaveBeenCalledOnce();
});
